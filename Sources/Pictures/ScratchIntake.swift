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
  /// Nil once the sender is proven.
  private var strangersPlace: UploadPlace?
  private var count = 0
  /// Its bytes that are counted in the common budget.
  private var counted = 0

  init(imagePipeline: VipsImagePipeline, file: ScratchFile, in place: UploadPlace) {
    self.imagePipeline = imagePipeline
    self.file = file
    strangersPlace = place.sender == .stranger ? place : nil
  }

  var digest: [UInt8] { hash.digest }

  var limit: Int { imagePipeline.settings.limit }

  /// Bytes above the limit are counted and not kept.
  func write(_ bytes: [UInt8]) async throws(Failure) {
    try strangersPlace?.count(bytes.count)
    count += bytes.count
    hash.update(bytes)
    guard count <= imagePipeline.settings.keptBytesMax, let file else { return }
    try count(bytes.count)
    try await imagePipeline.blocking { () throws(ScratchFile.Trouble) in try file.append(bytes) }
  }

  func prove() throws(Failure) {
    guard strangersPlace != nil else { return }
    strangersPlace = nil
    if file != nil { try count(min(count, imagePipeline.settings.keptBytesMax)) }
  }

  func finish(
    declaredType: String?, isCover: Bool, in turn: ImageTurn
  ) async throws(IntakeError) -> PreparedImage {
    guard let file else { throw .failure(.bug("an image is finished twice")) }
    self.file = nil
    defer { letGo() }
    guard count <= imagePipeline.settings.keptBytesMax else {
      throw .tooLarge(size: count, limit: limit)
    }
    return try await imagePipeline.prepare(
      file, size: count, digest: digest, declaredType: declaredType, isCover: isCover,
      until: turn.deadline)
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
    guard strangersPlace == nil else { return }
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

/// The forms being received of one kind of senders.
final class UploadPlaces: Sendable {
  /// The places of one network of strangers in a process.
  static let ofNetworkMax = 2
  private let sender: ImageSender
  private let max: Int
  private let places = Mutex<[UploadPlace]>([])

  init(_ sender: ImageSender, max: Int) {
    self.sender = sender
    self.max = max
  }

  /// Nil when there are too many, and none that may give way.
  ///
  /// - Parameter now: of a monotonic clock.
  func take(for network: ClientNetwork, atNanoseconds now: Int64) -> UploadPlace? {
    places.withLock { places in
      if let crowd = crowd(in: places, besides: network) {
        let known = crowd.compactMap { place in
          place.pace(atNanoseconds: now).map { (place: place, pace: $0) }
        }
        guard let slowest = known.min(by: { $0.pace < $1.pace })?.place else { return nil }
        slowest.giveWay()
        places.removeAll { $0 === slowest }
      }
      let place = UploadPlace(sender, from: network, sinceNanoseconds: now)
      places.append(place)
      return place
    }
  }

  func giveBack(_ place: UploadPlace) {
    places.withLock { $0.removeAll { $0 === place } }
  }

  /// The forms that leave no place to another of this network; nil if there is one. Those of
  /// proven senders never give way.
  private func crowd(
    in places: [UploadPlace], besides network: ClientNetwork
  ) -> [UploadPlace]? {
    guard sender == .stranger else { return places.count < max ? nil : [] }
    for subject in network.subjects {
      let neighbours = places.filter { place in
        place.network.subjects.contains { $0.key == subject.key }
      }
      if neighbours.count >= Self.ofNetworkMax * subject.factor { return neighbours }
    }
    return places.count < max ? nil : places
  }
}
