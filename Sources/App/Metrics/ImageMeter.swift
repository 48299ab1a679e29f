import CoreMetrics
import Domain
import Pictures
import Prometheus
import UseCases
import Web

/// Counts the work on pictures of this process.
struct ImageMeter: Sendable {
  private let prepared: Timer
  private let rejected: Timer
  private let failed: Timer
  private let decoderFailures: Counter
  private let inWork: Meter
  private let waiting: Meter
  private let limit: Meter

  init(_ factory: StoreFactory) {
    prepared = MetricFamily.imageDuration.timer(in: factory, "prepared")
    rejected = MetricFamily.imageDuration.timer(in: factory, "rejected")
    failed = MetricFamily.imageDuration.timer(in: factory, "failed")
    decoderFailures = MetricFamily.imageDecoderFailures.counter(in: factory)
    inWork = MetricFamily.imageFormsInWork.gauge(in: factory)
    waiting = MetricFamily.imageFormsWaiting.gauge(in: factory)
    limit = MetricFamily.imageFormsLimit.gauge(in: factory)
  }

  /// Takes what has become of a picture.
  func take(_ outcome: Result<PreparedImage, IntakeError>, after duration: Duration) {
    let timer =
      switch outcome {
      case .success: prepared
      case .failure(.flaw), .failure(.tooLarge): rejected
      case .failure(.failure): failed
      }
    timer.recordNanoseconds(Int64(duration / .nanoseconds(1)))
  }

  func take(_ report: DecoderReport) {
    if case .failed = report { decoderFailures.increment() }
  }

  /// Publishes the length of the line.
  func publish(_ imagePipeline: VipsImagePipeline) {
    inWork.set(imagePipeline.formsInside)
    waiting.set(imagePipeline.formsWaiting)
    limit.set(imagePipeline.settings.places)
  }
}

/// Takes what the pipeline of pictures reports to the metrics, the log and the traces.
struct PictureWatch: PictureObserver {
  /// Nil where nothing is measured.
  let meter: ImageMeter?
  let log: EventLog

  func take(_ report: DecoderReport) {
    meter?.take(report)
    log.report(.decoder(report))
  }

  func take(_ outcome: Result<PreparedImage, IntakeError>, after duration: Duration) {
    meter?.take(outcome, after: duration)
  }

  func span<Value, Trouble: Error>(
    _ name: String, failure: (Trouble) -> Failure?, _ work: () async throws(Trouble) -> Value
  ) async throws(Trouble) -> Value {
    try await spanning(name, isFault: { failure($0)?.isFault == true }, work)
  }
}
