import Cryptography
import Domain
import Synchronization
import UseCases

/// An image that is being received into a file.
final class ScratchIntake: ImageIntake {
  static let bytesMax = ImageLimits.arrivingBytesMax
  private let imagePipeline: VipsImagePipeline
  private let hash = SHA256.Stream()
  private var file: ScratchFile?
  private var sender: ImageSender
  private var count = 0
  /// Its bytes that are counted in the common budget.
  private var counted = 0

  init(imagePipeline: VipsImagePipeline, file: ScratchFile, sender: ImageSender) {
    self.imagePipeline = imagePipeline
    self.file = file
    self.sender = sender
  }

  var digest: [UInt8] { hash.digest }

  var limit: Int { imagePipeline.settings.limit }

  /// Bytes above the limit are counted and not kept.
  func write(_ bytes: [UInt8]) async throws(Failure) {
    count += bytes.count
    hash.update(bytes)
    guard count <= imagePipeline.settings.keptBytesMax, let file else { return }
    try count(bytes.count)
    try await imagePipeline.blocking { () throws(ScratchFile.Trouble) in try file.append(bytes) }
  }

  func prove() throws(Failure) {
    guard sender == .stranger else { return }
    sender = .proven
    if file != nil { try count(min(count, imagePipeline.settings.keptBytesMax)) }
  }

  func finish(
    declaredType: String?, in turn: ImageTurn
  ) async throws(IntakeError) -> PreparedImage {
    guard let file else { throw .failure(.bug("an image is finished twice")) }
    self.file = nil
    defer { letGo() }
    guard count <= imagePipeline.settings.keptBytesMax else {
      throw .tooLarge(size: count, limit: limit)
    }
    return try await imagePipeline.prepare(
      file, size: count, digest: digest, declaredType: declaredType, until: turn.deadline)
  }

  func discard() async {
    file = nil
    letGo()
  }

  deinit { letGo() }

  private func letGo() {
    imagePipeline.scratch.giveBack(counted)
    counted = 0
  }

  /// Unauthenticated senders have a few slots instead, so that they cannot use up the disk of
  /// others.
  private func count(_ bytes: Int) throws(Failure) {
    guard sender == .proven else { return }
    guard imagePipeline.scratch.take(bytes) else { throw .unavailable(retryAfterSeconds: 5) }
    counted += bytes
  }
}

/// The number of bytes on disk.
final class ScratchBudget: Sendable {
  private let max: Int
  private let count = Mutex(0)

  init(max: Int) { self.max = max }

  /// Whether there is room for this many more bytes.
  func take(_ bytes: Int) -> Bool {
    count.withLock { count in
      guard count + bytes <= max else { return false }
      count += bytes
      return true
    }
  }

  func giveBack(_ bytes: Int) { count.withLock { $0 -= bytes } }
}

/// The number of forms being received.
final class PlaceCount: Sendable {
  private let max: Int
  private let count = Mutex(0)

  init(max: Int) { self.max = max }

  /// False when there are too many.
  func take() -> Bool {
    count.withLock { count in
      guard count < max else { return false }
      count += 1
      return true
    }
  }

  func giveBack() { count.withLock { $0 -= 1 } }
}
