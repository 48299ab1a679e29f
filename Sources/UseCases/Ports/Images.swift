package import Domain
import Synchronization

/// Receives images, checks them, and makes the images to serve.
package protocol ImagePipeline: Sendable {
  /// For routes, before a client sends its body.
  ///
  /// - Throws: `.unavailable` while the queue is so long that a new image would wait too long.
  func checkLine() throws(Failure)

  /// Reserves space for one form: its files, and the prepared images until they are stored.
  /// ``UploadSlot`` releases it.
  ///
  /// Of a stranger's network few forms have a place. When a stranger finds none, the slowest of
  /// those that stand in its way gives its own up.
  /// - Throws: `.unavailable` when there are too many concurrent forms.
  func admit(_ sender: ImageSender, from network: ClientNetwork) throws(Failure) -> UploadPlace

  /// Releases the space that `admit` reserved.
  func release(_ place: UploadPlace)

  /// Begins an image of which nothing has arrived yet.
  func open(in place: UploadPlace) async throws(Failure) -> any ImageIntake

  /// Waits until the images of a form may be decoded; all of them have arrived. Forms take turns,
  /// not images: otherwise all forms would be late instead of the last ones.
  ///
  /// - Throws: `.unavailable` when too many wait, as soon as that is known.
  func turn(for images: Int) async throws(Failure) -> ImageTurn

  /// Ends a form's turn.
  func end(_ turn: ImageTurn)
}

/// The sender of images.
package enum ImageSender: Sendable, Hashable {
  /// An authenticated sender.
  case proven
  /// A sender that is not authenticated yet. Strangers have few places of their own, so that they
  /// cannot take those of others, and their images are never decoded.
  case stranger
}

/// The space of one form.
package final class UploadPlace: Sendable {
  package let sender: ImageSender
  package let network: ClientNetwork
  /// When it was taken, in nanoseconds of a monotonic clock.
  private let since: Int64
  private let bytes = Atomic(0)
  private let hasGivenWay = Atomic(false)

  package init(_ sender: ImageSender, from network: ClientNetwork, sinceNanoseconds: Int64) {
    self.sender = sender
    self.network = network
    since = sinceNanoseconds
  }

  /// Takes the place away from a form.
  package func giveWay() { hasGivenWay.store(true, ordering: .relaxed) }

  /// Counts bytes of a picture that have arrived.
  ///
  /// - Throws: `.unavailable` when the place was taken away.
  package func count(_ more: Int) throws(Failure) {
    guard !hasGivenWay.load(ordering: .relaxed) else { throw .unavailable(retryAfterSeconds: 5) }
    bytes.wrappingAdd(more, ordering: .relaxed)
  }

  /// Bytes in a second; nil for a form that has just begun, of which that is not known.
  package func pace(atNanoseconds now: Int64) -> Double? {
    let seconds = Double(now - since) / 1e9
    return seconds < Self.secondsMin ? nil : Double(bytes.load(ordering: .relaxed)) / seconds
  }

  /// The time in which a form shows how fast it is.
  package static let secondsMin = 2.0
}

/// A form's turn to have its images decoded, one after the other.
package struct ImageTurn: Sendable {
  package let images: Int
  /// The time by which all of them must be finished; then the client no longer waits.
  package let deadline: ContinuousClock.Instant

  package init(for images: Int, until deadline: ContinuousClock.Instant) {
    self.images = images
    self.deadline = deadline
  }
}

/// An image that is arriving. One task uses it, and ends it with `finish` or `discard`.
package protocol ImageIntake: AnyObject {
  /// The most bytes of one upload: 10 MB.
  static var bytesMax: Int { get }

  /// The most bytes of one image as configured, for error messages. Less than ``bytesMax`` if
  /// images cannot be scaled down.
  var limit: Int { get }

  /// SHA-256 of all bytes so far, 32 bytes.
  var digest: [UInt8] { get }

  func write(_ bytes: [UInt8]) async throws(Failure)

  /// Moves the image of a stranger to the space of authenticated senders.
  ///
  /// - Throws: `.unavailable` when that space is full.
  func prove() throws(Failure)

  /// Checks the image, decodes and encodes it again if the tool is installed, and scales a larger
  /// image down, or rejects it, as configured.
  ///
  /// - Parameters:
  ///   - declaredType: the media type that the sender declared. Only error messages use it; nil if
  ///     it is missing or does not help.
  ///   - isCover: whether it becomes the cover of a product, which previews of links show.
  /// - Throws: ``IntakeError``.
  func finish(
    declaredType: String?, isCover: Bool, in turn: ImageTurn
  ) async throws(IntakeError) -> PreparedImage

  func discard() async
}

/// The reason why an image is rejected.
package enum IntakeError: Error, Sendable, Hashable {
  /// Not an image that is served, with the place of the error.
  case flaw(ImageFlaw)
  /// Larger than `limit` bytes, and configured to be rejected. `size` counts the received bytes.
  case tooLarge(size: Int, limit: Int)
  /// Not the image's fault.
  case failure(Failure)
}

/// Stores images, each under the digest of its bytes. One method is one transaction.
package protocol ImageRepository: Sendable {
  /// Nil if the image does not exist.
  func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage?

  /// The size of the image for `preset`; nil if the image does not exist or has no such size.
  func find(
    _ digest: ImageDigest, preset: ImagePreset
  ) async throws(Failure) -> PreparedRendition?

  /// All addresses that are served for these images, with their sizes and colours.
  func served(_ digests: Set<ImageDigest>) async throws(Failure) -> [ImageAddress: ImageSummary]

  /// Stores an image for good; storing it again changes nothing.
  func add(_ image: StoredImage) async throws(Failure)

  /// Stores a prepared image. If it exists already, only its missing sizes are added.
  ///
  /// - Parameter isKept: whether it is never swept, because its URL may be used where the store
  ///   does not see it.
  func add(
    _ image: PreparedImage, isKept: Bool, once: RecordedWrite<Picture>?
  ) async throws(Failure) -> Written<Picture>

  /// - Throws: `flawedImage` for the first image that was removed for good.
  func refuseRemoved(_ images: [PreparedImage]) async throws(Failure)

  /// Removes an image for good: products lose it, items of lists show the placeholder instead, and
  /// no upload of its bytes is accepted again.
  ///
  /// - Throws: `notFound`.
  func remove(
    _ digest: ImageDigest, at instant: Timestamp, once: RecordedWrite<RemovedImage>?
  ) async throws(Failure) -> Written<RemovedImage>
}

extension ImageRepository {
  /// Stores a prepared image for good.
  package func add(
    _ image: PreparedImage, once: RecordedWrite<Picture>?
  ) async throws(Failure) -> Written<Picture> {
    try await add(image, isKept: true, once: once)
  }
}

/// The things that an image was removed from.
package struct RemovedImage: Sendable, Hashable {
  /// The number of products.
  package let products: Int
  /// The number of event categories, banners and item types.
  package let listItems: Int

  package init(products: Int, listItems: Int) {
    self.products = products
    self.listItems = listItems
  }
}

extension [PreparedImage] {
  /// The digests of the images and of the files that were uploaded.
  package var files: [ImageDigest] {
    flatMap { [$0.original.digest, $0.upload].compactMap(\.self) }
  }

  /// - Parameter removed: digests of files that were removed for good.
  /// - Throws: `flawedImage` for the first image with one of them.
  package func refuse(_ removed: Set<ImageDigest>) throws(Failure) {
    let flawed = firstIndex { !removed.isDisjoint(with: [$0].files) }
    if let flawed { throw .flawedImage(index: flawed, .removed) }
  }
}

extension ImageFlaw {
  /// Of an image that was removed for good.
  package static let removed = ImageFlaw(
    ValidationError(
      "removed_image", "An administrator has removed this picture for good.",
      hint: "Send another picture."))
}
