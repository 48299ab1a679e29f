import Cryptography
import Domain
import Synchronization
import UseCases

/// An image on its way into a file.
final class ScratchIntake: ImageIntake {
  static let octetsMax = ImageHeader.octetsMax
  private let workshop: VipsWorkshop
  private let hash = SHA256.Stream()
  private var file: ScratchFile?
  private var place: ImagePlace?
  private var count = 0

  init(workshop: VipsWorkshop, file: ScratchFile, place: ImagePlace) {
    self.workshop = workshop
    self.file = file
    self.place = place
  }

  var digest: [UInt8] { hash.digest }

  /// What goes beyond the limit is counted and not kept.
  func write(_ octets: [UInt8]) async throws(Failure) {
    count += octets.count
    hash.update(octets)
    guard count <= Self.octetsMax, let file else { return }
    try await workshop.blocking { try file.append(octets) }
  }

  func finish(declaredType: String?) async throws(IntakeError) -> PreparedImage {
    guard let file else { throw .failure(.bug("an image is finished twice")) }
    self.file = nil
    defer { place = nil }
    guard count <= Self.octetsMax else { throw .tooLarge(size: count, limit: Self.octetsMax) }
    return try await workshop.prepare(file, size: count, declaredType: declaredType)
  }

  func discard() async {
    file = nil
    place = nil
  }
}

/// How many forms are in.
final class PlaceCount: Sendable {
  private let max: Int
  private let count = Mutex(0)

  init(max: Int) { self.max = max }

  /// Nil when there are too many.
  func take() -> ImagePlace? {
    let isFree = count.withLock { count in
      guard count < max else { return false }
      count += 1
      return true
    }
    return isFree ? ImagePlace { self.giveBack() } : nil
  }

  private func giveBack() { count.withLock { $0 -= 1 } }
}
