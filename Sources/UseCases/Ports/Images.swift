package import Domain

/// Takes images in while they arrive, looks them through, and makes what is served of them.
package protocol ImagePipeline: Sendable {
  /// For routes to ask before the client sends anything.
  ///
  /// - Throws: `.unavailable` while so much waits that an image which came now would wait too long.
  func checkLine() throws(Failure)

  /// Makes room for what one form brings: its files while they come, and what is made of them until
  /// it is stored. ``UploadSlot`` gives it back.
  ///
  /// - Throws: `.unavailable` when too many forms are in.
  func admit(_ sender: ImageSender) throws(Failure)

  /// Gives back what `admit` made room for.
  func release(_ sender: ImageSender)

  /// Begins with an image of which nothing has arrived yet.
  func open(for sender: ImageSender) async throws(Failure) -> any ImageIntake

  /// Waits until the images of a form, which have arrived, may be finished. Forms take turns and
  /// not images: the first ones are answered in time, where otherwise all would be late together.
  ///
  /// - Throws: `.unavailable` when too many wait, at once or as soon as it is known.
  func turn(for images: Int) async throws(Failure) -> ImageTurn

  /// The images of the form are finished, or never will be.
  func end(_ turn: ImageTurn)
}

/// Who sends images.
package enum ImageSender: Sendable, Hashable {
  /// Somebody who has proven who they are.
  case proven
  /// Anybody. They have few places of their own, so that they cannot take those of others; and
  /// nothing of theirs is finished.
  case stranger
}

/// The turn of one form to have its images finished, one after the other.
package struct ImageTurn: Sendable {
  package let images: Int
  /// When all of them have to be finished: whoever waits for the answer gives up then.
  package let deadline: ContinuousClock.Instant

  package init(for images: Int, until deadline: ContinuousClock.Instant) {
    self.images = images
    self.deadline = deadline
  }
}

/// One image on its way in. One task uses it, and ends it with `finish` or `discard`.
package protocol ImageIntake: AnyObject {
  /// Bytes that one image may have on arrival: 10 MB.
  static var bytesMax: Int { get }

  /// Bytes that an image may have, as it was configured: what a refusal tells. Fewer than may
  /// arrive where nobody makes an image smaller.
  var limit: Int { get }

  /// SHA-256 of all that was written so far, 32 bytes.
  var digest: [UInt8] { get }

  func write(_ bytes: [UInt8]) async throws(Failure)

  /// It is known now who sends the image, which was opened for a stranger.
  ///
  /// - Throws: `.unavailable` when there is no room for it among those of the proven.
  func prove() throws(Failure)

  /// Looks through what was written, decodes and encodes it anew where the tool for it is there,
  /// and brings it under the limit or refuses it, as was configured.
  ///
  /// - Parameter declaredType: what the sender calls it. It decides nothing, and stands in the
  ///   words of a refusal only; nil when nothing, or nothing that helps.
  /// - Throws: ``IntakeError``.
  func finish(declaredType: String?, in turn: ImageTurn) async throws(IntakeError) -> PreparedImage

  func discard() async
}

/// Why an image is not taken in.
package enum IntakeError: Error, Sendable, Hashable {
  /// Not an image that is served, and where in it.
  case flaw(ImageFlaw)
  /// Larger than `limit` bytes, and it was configured to refuse that. `size` counts what came.
  case tooLarge(size: Int, limit: Int)
  /// Nothing is wrong with the image.
  case failure(Failure)
}

/// Where images are kept, each under the digest of its bytes. One method is one transaction.
package protocol ImageRepository: Sendable {
  /// Nil when there is no such image.
  func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage?

  /// What was made of the image for `preset`; nil when there is no such image, or nothing was.
  func find(
    _ digest: ImageDigest, preset: ImagePreset
  ) async throws(Failure) -> PreparedRendition?

  /// Of the images with these digests, all that is served of them.
  func served(_ digests: Set<ImageDigest>) async throws(Failure) -> Set<ImageAddress>

  /// Takes it in for good, as `add` of a prepared one does; the same image a second time changes
  /// nothing.
  func add(_ image: StoredImage) async throws(Failure)

  /// Takes it in with what was made of it. Where the image is there already it stays, and gets
  /// those renditions that it has not.
  ///
  /// It is kept for good, other than those that a product brings: who uploads an image by itself
  /// may name its URL where the store does not see it.
  func add(
    _ image: PreparedImage, once: IdempotentWrite<Picture>?
  ) async throws(Failure) -> Written<Picture>
}
