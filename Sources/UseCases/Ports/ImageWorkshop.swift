package import Domain

/// Takes images in while they arrive, looks them through, and makes what is served of them.
package protocol ImageWorkshop: Sendable {
  /// Begins with an image of which nothing has arrived yet.
  func open() async throws(Failure) -> any ImageIntake
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
