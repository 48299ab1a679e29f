package import Domain
package import Pictures
import Prometheus
package import UseCases
import Web

/// Counts the pictures that this process prepares.
package struct ImageMeter: Sendable {
  private let prepared: Histogram
  private let rejected: Histogram
  private let failed: Histogram
  private let decoderFailures: Counter
  private let inWork: Gauge
  private let waiting: Gauge
  private let limit: Gauge

  init(_ store: SeriesStore) {
    prepared = store.histogram(.imageDuration, "prepared")
    rejected = store.histogram(.imageDuration, "rejected")
    failed = store.histogram(.imageDuration, "failed")
    decoderFailures = store.counter(.imageDecoderFailures)
    inWork = store.gauge(.imageFormsInWork)
    waiting = store.gauge(.imageFormsWaiting)
    limit = store.gauge(.imageFormsLimit)
  }

  /// Counts the outcome for one picture.
  package func take(_ outcome: Result<PreparedImage, IntakeError>, after duration: Duration) {
    let histogram =
      switch outcome {
      case .success: prepared
      case .failure(.flaw), .failure(.tooLarge): rejected
      case .failure(.failure): failed
      }
    histogram.record(nanoseconds: Int64(duration / .nanoseconds(1)))
  }

  package func take(_ report: DecoderReport) {
    if case .failed = report { decoderFailures.increment() }
  }

  /// Publishes the length of the queue.
  package func publish(_ imagePipeline: VipsImagePipeline) {
    inWork.set(imagePipeline.formsInside)
    waiting.set(imagePipeline.formsWaiting)
    limit.set(imagePipeline.settings.places)
  }
}
