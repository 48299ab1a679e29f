import Domain
import EventLoop
import HTTP
import Text
import Transport
package import UseCases
import Web

/// Images on their way in: kept in a file while they come, looked through, encoded anew by a tool
/// in a sandbox, and made in the sizes that cells draw.
///
/// One for the process: all its loops share the places for decoding.
package final class VipsImagePipeline: ImagePipeline {
  package struct Settings: Sendable {
    /// What happens to images above ``ImageLimits/servedBytesMax``.
    package var oversized = CatalogueConfiguration.OversizedImages.downscale
    /// Nil for none: then JPEG and PNG are taken as they are, without their metadata.
    package var tool: ImageTool?
    /// Where files without a name can be.
    package var scratchDirectory = OwnProcess.temporaryDirectory
    /// Forms of which images are decoded at a time, one image of each by a process of its own.
    package var places = 2
    /// Images that are decoded at a time by all workers together; nil for as many as there are
    /// places.
    var slots: DecoderSlots?
    /// Forms that wait for that.
    package var waitersMax = 32
    package var waitMax = Duration.seconds(30)
    /// For a form from when it is whole: an app that waits for an answer gives up after a minute.
    package var formWorkMax = Duration.seconds(50)
    /// Forms at a time of which it is proven who sends them: up to 6 MB of memory each until all of
    /// their images are stored.
    package var formsMax = 32
    /// Bytes of disk that the images of all of those take while they come and wait.
    package var scratchBytesMax = 640 << 20
    /// Forms at a time of anybody: up to 50 MB of disk each, and nothing is made of it.
    package var strangersMax = 8
    /// For all that is made of an image; a slow machine needs three seconds.
    package var workMax = Duration.seconds(35)
    /// For one run of the tool, which may wait: of a processor each run has seconds of its own.
    package var runMax = Duration.seconds(25)
    /// Nil where nothing is measured.
    var meter: ImageMeter?

    package init(tool: ImageTool?) { self.tool = tool }

    /// Bytes that an image may have. Without a tool what does not belong to the picture is not
    /// counted, so that more may arrive.
    var limit: Int {
      oversized == .downscale && tool != nil
        ? ImageLimits.arrivingBytesMax : ImageLimits.servedBytesMax
    }

    /// Bytes of an image that are kept while it arrives.
    var keptBytesMax: Int {
      oversized == .downscale ? ImageLimits.arrivingBytesMax : ImageLimits.servedBytesMax
    }
  }

  let settings: Settings
  let queue: DecoderQueue
  private let slots: DecoderSlots
  private let proven: PlaceCount
  private let strangers: PlaceCount
  /// Bytes on disk of those who are proven; strangers are few.
  let scratch: ScratchBudget
  let observe: @Sendable (DecoderReport) -> Void

  /// - Parameter observe: told when the tool breaks down or cannot be started.
  package init(_ settings: Settings, observe: @escaping @Sendable (DecoderReport) -> Void) {
    self.settings = settings
    self.observe = observe
    slots = settings.slots ?? DecoderSlots(count: settings.places)
    scratch = ScratchBudget(max: settings.scratchBytesMax)
    queue = DecoderQueue(
      places: settings.places, waitersMax: settings.waitersMax, waitMax: settings.waitMax)
    proven = PlaceCount(max: settings.formsMax)
    strangers = PlaceCount(max: settings.strangersMax)
  }

  package func checkLine() throws(Failure) { try queue.check() }

  package func turn(for images: Int) async throws(Failure) -> ImageTurn {
    let deadline = ContinuousClock.now.advanced(by: settings.formWorkMax)
    try await spanning("images.wait", isFault: \.isFault) { () throws(Failure) in
      try await queue.enter(images: images)
    }
    return ImageTurn(for: images, until: deadline)
  }

  package func end(_ turn: ImageTurn) { queue.leave(images: turn.images) }

  package func admit(_ sender: ImageSender) throws(Failure) {
    guard places(of: sender).take() else { throw .unavailable(retryAfterSeconds: 5) }
  }

  package func release(_ sender: ImageSender) { places(of: sender).giveBack() }

  private func places(of sender: ImageSender) -> PlaceCount {
    sender == .proven ? proven : strangers
  }

  /// - Throws: `.diskFull` when there is no room for it, `.unavailable` when no file can be made.
  package func open(for sender: ImageSender) async throws(Failure) -> any ImageIntake {
    let directory = settings.scratchDirectory
    let file = try await blocking { try ScratchFile(in: directory) }
    return ScratchIntake(imagePipeline: self, file: file, sender: sender)
  }

  /// Makes of a file what is stored.
  func prepare(
    _ file: ScratchFile, size: Int, digest: [UInt8], declaredType: String?,
    until deadline: ContinuousClock.Instant
  ) async throws(IntakeError) -> PreparedImage {
    let preparation = ImagePreparation(
      source: file, size: size, declaredType: declaredType,
      digest: Hexadecimal.text(digest), settings: settings,
      deadline: min(deadline, ContinuousClock.now.advanced(by: settings.workMax)),
      observe: observe)
    let began = ContinuousClock.now
    let outcome: Result<PreparedImage, IntakeError>
    do throws(IntakeError) {
      outcome = .success(
        try await spanning("images.prepare", isFault: \.isFault) { () throws(IntakeError) in
          try await offloaded(preparation)
        })
    } catch {
      outcome = .failure(error)
    }
    let took = ContinuousClock.now - began
    queue.note(took)
    settings.meter?.take(outcome, after: took)
    return try outcome.get()
  }

  private func offloaded(
    _ preparation: ImagePreparation
  ) async throws(IntakeError) -> PreparedImage {
    do {
      return try await EventLoop.offload { [slots, request = OngoingRequest.current] in
        // Where another worker decodes, this waits with it: what an image takes lately tells of
        // both.
        guard let slot = slots.take(until: preparation.deadline) else {
          throw IntakeError.failure(.unavailable(retryAfterSeconds: 5))
        }
        defer { withExtendedLifetime(slot) {} }
        // What is logged there is of the request that waits for it.
        return try OngoingRequest.$current.withValue(request) { try preparation.run() }
      }
    } catch let error as IntakeError {
      throw error
    } catch {
      throw .failure(.bug("preparing an image: \(error)"))
    }
  }

  /// Runs something that waits for a disk. A disk that is full is no bug, and may not be for long.
  func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(Failure) -> Value {
    do {
      return try await EventLoop.offload(work)
    } catch {
      observe(.remark("an image that arrives cannot be kept: \(error)"))
      throw (error as? ScratchFile.Trouble)?.failure ?? .unavailable(retryAfterSeconds: 30)
    }
  }
}

extension IntakeError {
  /// Whether it is answered as an error of the server.
  fileprivate var isFault: Bool {
    guard case .failure(let failure) = self else { return false }
    return failure.isFault
  }
}
