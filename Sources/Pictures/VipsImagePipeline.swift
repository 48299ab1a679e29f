import Dispatch
package import Domain
import Synchronization
import Text
package import UseCases

/// How an image above ``ImageLimits/servedBytesMax`` is treated.
package enum OversizedImages: String, Sendable, Hashable, CaseIterable {
  /// It is scaled down, unless it is larger than an upload may be.
  case downscale
  /// It is refused, with its size and the limit.
  case reject
}

/// Learns of the pipeline's work, for the log, the metrics and the traces.
package protocol PictureObserver: Sendable {
  func take(_ report: DecoderReport)
  /// An image was prepared or refused.
  func take(_ outcome: Result<PreparedImage, IntakeError>, after duration: Duration)
  /// Runs a named part of the work.
  ///
  /// - Parameter failure: the failure in an error that may be a fault of this server.
  func span<Value, Trouble: Error>(
    _ name: String, failure: (Trouble) -> Failure?, _ work: () async throws(Trouble) -> Value
  ) async throws(Trouble) -> Value
}

extension PictureObserver {
  package func take(_ report: DecoderReport) {}
  package func take(_ outcome: Result<PreparedImage, IntakeError>, after duration: Duration) {}
  package func span<Value, Trouble: Error>(
    _ name: String, failure: (Trouble) -> Failure?, _ work: () async throws(Trouble) -> Value
  ) async throws(Trouble) -> Value {
    try await work()
  }
}

/// Observes nothing.
private struct NoObserver: PictureObserver {}

/// Receives images into files, checks them, and has a tool in a sandbox encode them in the sizes
/// that cells draw.
///
/// One for the process.
package final class VipsImagePipeline: ImagePipeline {
  package struct Settings: Sendable {
    /// How images above ``ImageLimits/servedBytesMax`` are treated.
    package var oversized = OversizedImages.downscale
    /// Nil for none: then JPEG and PNG are taken as they are, without their metadata.
    package var tool: ImageTool?
    /// The directory for files without a name.
    package var scratchDirectory: String
    /// Concurrent forms in decoding, each with one image in a process of its own.
    package var places = 2
    /// Concurrent decodings in all workers together; nil for as many as there are places.
    package var slots: DecoderSlots?
    /// Forms that wait for decoding.
    package var waitersMax = 32
    package var waitMax = Duration.seconds(30)
    /// Time to prepare a whole form: an app gives up waiting after a minute.
    package var formWorkMax = Duration.seconds(50)
    /// Concurrent uploads from authenticated vendors: up to 6 MB of memory each until their images
    /// are stored.
    package var formsMax = 32
    /// Bytes of disk for the images of all these uploads.
    package var scratchBytesMax = 640 << 20
    /// Concurrent uploads from unknown senders: up to 50 MB of disk each, and nothing is decoded.
    /// The slowest gives way to another.
    package var strangersMax = 8
    /// Time to prepare one image; a slow machine needs three seconds.
    package var workMax = Duration.seconds(35)
    /// Time for one run of the tool, waiting included. Its processor time is limited apart.
    package var runMax = Duration.seconds(25)

    package init(tool: ImageTool?, scratchDirectory: String) {
      self.tool = tool
      self.scratchDirectory = scratchDirectory
    }

    /// Bytes that an image may have. Without a tool, metadata is removed before the image is
    /// measured, so more bytes may arrive.
    var limit: Int {
      oversized == .downscale && tool != nil
        ? ImageLimits.arrivingBytesMax : ImageLimits.servedBytesMax
    }

    /// Bytes of an image that are kept while it arrives.
    var keptBytesMax: Int {
      oversized == .downscale ? ImageLimits.arrivingBytesMax : ImageLimits.servedBytesMax
    }
  }

  package let settings: Settings
  let queue: DecoderQueue
  private let slots: DecoderSlots
  private let proven: UploadPlaces
  private let strangers: UploadPlaces
  /// Bytes on disk for authenticated vendors; unknown senders are few.
  let scratch: ScratchBudget
  private let observer: any PictureObserver
  private let helpers = DispatchQueue(label: "moa.pictures", attributes: .concurrent)

  /// - Parameter observer: nil for none.
  package init(_ settings: Settings, _ observer: (any PictureObserver)? = nil) {
    self.settings = settings
    self.observer = observer ?? NoObserver()
    slots = settings.slots ?? DecoderSlots(count: settings.places)
    scratch = ScratchBudget(max: settings.scratchBytesMax)
    queue = DecoderQueue(
      places: settings.places, waitersMax: settings.waitersMax, waitMax: settings.waitMax)
    proven = UploadPlaces(.proven, max: settings.formsMax)
    strangers = UploadPlaces(.stranger, max: settings.strangersMax)
  }

  /// Forms in decoding.
  package var formsInside: Int { queue.formsInside }
  /// Forms that wait for decoding.
  package var formsWaiting: Int { queue.length }

  package func checkLine() throws(Failure) { try queue.check() }

  package func turn(for images: Int) async throws(Failure) -> ImageTurn {
    let deadline = ContinuousClock.now.advanced(by: settings.formWorkMax)
    try await observer.span("images.wait", failure: { $0 }) { () throws(Failure) in
      try await queue.enter(images: images)
    }
    return ImageTurn(for: images, until: deadline)
  }

  package func end(_ turn: ImageTurn) { queue.leave(images: turn.images) }

  package func admit(
    _ sender: ImageSender, from network: ClientNetwork
  ) throws(Failure) -> UploadPlace {
    let now = Int64(clamping: DispatchTime.now().uptimeNanoseconds)
    guard let place = places(of: sender).take(for: network, atNanoseconds: now) else {
      throw .unavailable(retryAfterSeconds: 5)
    }
    return place
  }

  package func release(_ place: UploadPlace) { places(of: place.sender).giveBack(place) }

  private func places(of sender: ImageSender) -> UploadPlaces {
    sender == .proven ? proven : strangers
  }

  /// - Throws: `.diskFull` when there is no room for it, `.unavailable` when no file can be made.
  package func open(in place: UploadPlace) async throws(Failure) -> any ImageIntake {
    let directory = settings.scratchDirectory
    let file = try await blocking { () throws(ScratchFile.Trouble) in
      try ScratchFile(in: directory)
    }
    return ScratchIntake(imagePipeline: self, file: file, in: place)
  }

  /// Prepares a file to be stored.
  func prepare(
    _ file: ScratchFile, size: Int, digest: [UInt8], declaredType: String?,
    isCover: Bool, until deadline: ContinuousClock.Instant
  ) async throws(IntakeError) -> PreparedImage {
    let reports = ReportList()
    let preparation = ImagePreparation(
      source: file, size: size, declaredType: declaredType, isCover: isCover,
      digest: Hexadecimal.text(digest), settings: settings,
      deadline: min(deadline, ContinuousClock.now.advanced(by: settings.workMax)),
      observe: reports.append)
    let began = ContinuousClock.now
    let outcome: Result<PreparedImage, IntakeError>
    do throws(IntakeError) {
      let image = try await observer.span("images.prepare", failure: \.failure) {
        () throws(IntakeError) in try await offloaded(preparation)
      }
      outcome = .success(image)
    } catch {
      outcome = .failure(error)
    }
    let took = ContinuousClock.now - began
    queue.note(took)
    // Here and not on the helper's thread: log lines name the request of the current task.
    reports.all.forEach(observer.take)
    observer.take(outcome, after: took)
    return try outcome.get()
  }

  private func offloaded(
    _ preparation: ImagePreparation
  ) async throws(IntakeError) -> PreparedImage {
    let outcome = await offload { [slots] () -> Result<PreparedImage, IntakeError> in
      // Other workers may decode now; the wait counts in how long an image takes.
      guard let slot = slots.take(until: preparation.deadline) else {
        return .failure(.failure(.unavailable(retryAfterSeconds: 5)))
      }
      defer { withExtendedLifetime(slot) {} }
      do throws(IntakeError) { return .success(try preparation.run()) } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }

  /// Runs work that waits for a disk. A full disk is no bug, and may not be full for long.
  func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws(ScratchFile.Trouble) -> Value
  ) async throws(Failure) -> Value {
    let outcome = await offload { () -> Result<Value, ScratchFile.Trouble> in
      do throws(ScratchFile.Trouble) { return .success(try work()) } catch {
        return .failure(error)
      }
    }
    do throws(ScratchFile.Trouble) { return try outcome.get() } catch {
      observer.take(.remark("an image that arrives cannot be kept: \(error)"))
      throw error.failure
    }
  }

  /// Runs work that blocks on a helper thread; the caller resumes on its own loop.
  private func offload<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value
  ) async -> Value {
    await withUnsafeContinuation { continuation in
      helpers.async { continuation.resume(returning: work()) }
    }
  }
}

/// Collects reports from a helper thread.
private final class ReportList: Sendable {
  private let reports = Mutex<[DecoderReport]>([])
  var all: [DecoderReport] { reports.withLock { $0 } }
  func append(_ report: DecoderReport) { reports.withLock { $0.append(report) } }
}

extension IntakeError {
  fileprivate var failure: Failure? {
    guard case .failure(let failure) = self else { return nil }
    return failure
  }
}
