package import Domain

/// Takes images in while they arrive, looks them through, and makes what is served of them.
package protocol ImageWorkshop: Sendable {
  /// Makes room for the images of one form.
  ///
  /// - Throws: `.unavailable` when too many forms are in.
  func admit(_ sender: ImageSender) throws(Failure) -> ImagePlace

  /// Begins with an image of which nothing has arrived yet.
  func open(at place: ImagePlace) async throws(Failure) -> any ImageIntake
}

/// Who sends images.
package enum ImageSender: Sendable, Hashable {
  /// Somebody who has proven who they are.
  case proven
  /// Anybody. They have few places of their own, so that they cannot take those of others; and
  /// nothing of theirs is finished.
  case stranger
}

/// Room for what one form brings: its files while they come, and what is made of them until it is
/// stored. Given back when nobody holds it any more.
package final class ImagePlace: Sendable {
  private let giveBack: @Sendable () -> Void

  package init(giveBack: @escaping @Sendable () -> Void) { self.giveBack = giveBack }

  deinit { giveBack() }
}

/// One image on its way in. One task uses it, and ends it with `finish` or `discard`.
package protocol ImageIntake: AnyObject {
  /// Octets that one image may have on arrival: 10 MB.
  static var octetsMax: Int { get }

  /// SHA-256 of all that was written so far, 32 octets.
  var digest: [UInt8] { get }

  func write(_ octets: [UInt8]) async throws(Failure)

  /// Looks through what was written, decodes and encodes it anew where the tool for it is there, and
  /// brings it under the limit or refuses it, as was configured.
  ///
  /// - Parameter declaredType: what the sender calls it. It decides nothing, and stands in the words
  ///   of a refusal only; nil when nothing, or nothing that helps.
  /// - Throws: ``IntakeError``.
  func finish(declaredType: String?) async throws(IntakeError) -> PreparedImage

  func discard() async
}

/// Why an image is not taken in.
package enum IntakeError: Error, Sendable, Hashable {
  /// Not an image that is served, and where in it.
  case flaw(ImageFlaw)
  /// Larger than `limit` octets, and it was configured to refuse that. `size` counts what came.
  case tooLarge(size: Int, limit: Int)
  /// Nothing is wrong with the image.
  case failure(Failure)
}
