package import Domain
import Images
import Synchronization
package import UseCases

/// Takes images in and keeps them without their metadata: nobody decodes anything. Counts what
/// becomes of them.
package final class FakeImagePipeline: ImagePipeline {
  package struct Counts: Sendable, Equatable {
    package var opened = 0
    package var finished = 0
    package var discarded = 0
    /// The most that were on their way at one moment.
    package var atOnce = 0

    package init(opened: Int = 0, finished: Int = 0, discarded: Int = 0, atOnce: Int = 0) {
      self.opened = opened
      self.finished = finished
      self.discarded = discarded
      self.atOnce = atOnce
    }
  }

  private struct State {
    var counts = Counts()
    var failure: Failure?
    var places: [ImageSender] = []
    var refused: ImageSender?
    var line: Int?
    var turns: [Int] = []
    var isHeld = false
    var limit = ImageLimits.arrivingBytesMax
    var waiting = 0
  }

  private let state = Mutex(State())

  package init() {}

  package var counts: Counts { state.withLock { $0.counts } }

  /// Lets every image fail until it is told nil.
  package func fail(with failure: Failure?) {
    state.withLock { $0.failure = failure }
  }

  /// Has no place for these senders until it is told nil.
  package func refuse(_ sender: ImageSender?) { state.withLock { $0.refused = sender } }

  /// The places that are held now, in the order in which they were taken.
  package var places: [ImageSender] { state.withLock { $0.places } }

  /// Lets nobody in, who is told to come again after so many seconds, until it is told nil.
  package func close(forSeconds seconds: Int?) { state.withLock { $0.line = seconds } }

  /// The turns that were taken: of how many images each.
  package var turns: [Int] { state.withLock { $0.turns } }

  /// Bytes that an image may have: what a refusal tells.
  package var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  /// Lets images that are looked at wait until it is told otherwise, for two seconds at most.
  package func hold(_ isHeld: Bool) { state.withLock { $0.isHeld = isHeld } }

  /// Images that wait.
  package var waiting: Int { state.withLock { $0.waiting } }

  fileprivate func passHold() async {
    state.withLock { $0.waiting += 1 }
    for _ in 0..<1_000 where state.withLock({ $0.isHeld }) {
      try? await Task.sleep(for: .milliseconds(2))
    }
    state.withLock { $0.waiting -= 1 }
  }

  package func admit(
    _ sender: ImageSender, from network: ClientNetwork
  ) throws(Failure) -> UploadPlace {
    try state.withLock { state throws(Failure) in
      guard state.refused != sender else { throw .unavailable(retryAfterSeconds: 5) }
      state.places.append(sender)
    }
    return UploadPlace(sender, from: network, sinceNanoseconds: 0)
  }

  package func release(_ place: UploadPlace) {
    state.withLock { state in
      if let index = state.places.firstIndex(of: place.sender) { state.places.remove(at: index) }
    }
  }

  package func checkLine() throws(Failure) {
    if let retryAfterSeconds = state.withLock({ $0.line }) {
      throw .unavailable(retryAfterSeconds: retryAfterSeconds)
    }
  }

  package func turn(for images: Int) async throws(Failure) -> ImageTurn {
    state.withLock { $0.turns.append(images) }
    return ImageTurn(for: images, until: ContinuousClock.now.advanced(by: .seconds(60)))
  }

  package func end(_ turn: ImageTurn) {}

  package func open(in place: UploadPlace) async throws(Failure) -> any ImageIntake {
    try state.withLock { state throws(Failure) in
      if let failure = state.failure { throw failure }
      state.counts.opened += 1
      let pending = state.counts.opened - state.counts.finished - state.counts.discarded
      state.counts.atOnce = max(state.counts.atOnce, pending)
    }
    return FakeIntake(imagePipeline: self)
  }

  fileprivate func note(_ change: (inout Counts) -> Void) {
    state.withLock { change(&$0.counts) }
  }
}

private final class FakeIntake: ImageIntake {
  static let bytesMax = ImageLimits.arrivingBytesMax
  private let imagePipeline: FakeImagePipeline
  private var bytes: [UInt8] = []

  init(imagePipeline: FakeImagePipeline) {
    self.imagePipeline = imagePipeline
  }

  var digest: [UInt8] { FakeSecretDigest().digest(bytes) }

  var limit: Int { imagePipeline.limit }

  func write(_ bytes: [UInt8]) async throws(Failure) { self.bytes += bytes }

  func prove() {}

  func finish(
    declaredType: String?, isCover: Bool, in turn: ImageTurn
  ) async throws(IntakeError) -> PreparedImage {
    imagePipeline.note { $0.finished += 1 }
    await imagePipeline.passHold()
    guard bytes.count <= StoredImage.bytesMax else {
      throw .tooLarge(size: bytes.count, limit: StoredImage.bytesMax)
    }
    let original: StoredImage
    do throws(ImageFault) {
      let reading = try ImageReading(
        of: bytes, within: SampleImages.pixelLimit, declaredType: declaredType)
      original = try SampleImages.stored(reading.plain(), by: FakeSecretDigest())
    } catch {
      throw .flaw(
        ImageFlaw(ValidationError(error.code, error.detail, hint: error.hint), at: error.offset))
    }
    let renditions = ImagePreset.allCases.filter { isCover || $0 != .wide }.map { preset in
      PreparedRendition(
        preset: preset, mediaType: .jpeg, width: preset.side, height: preset.side,
        bytes: Array(preset.rawValue.utf8))
    }
    return PreparedImage(original: original, color: .gray, renditions: renditions)
  }

  func discard() async { imagePipeline.note { $0.discarded += 1 } }
}
