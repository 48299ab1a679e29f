package import Domain

/// A request that brings images, read step by step, as far as a use case asks. One task uses it.
///
/// What it throws is meant for the client, in the words of the one who reads the request; a use
/// case passes it on.
package protocol Upload: AnyObject {
  /// What is made of it.
  associatedtype Stored: Sendable

  /// The key by which the client named this write, as one of `owner`; nil for none.
  func key(of owner: String) throws -> IdempotencyKey?

  /// Makes sure that there is something to read, before anything is asked of the client.
  func open(in slot: UploadSlot) throws

  /// What the whole request asks for, as a write of `owner`; nil without a key. Asked when it has
  /// been read to its end.
  func once(by owner: String) throws -> IdempotentWrite<Stored>?

  /// - Throws: when the client has gone: nobody would read the answer, or know what was done.
  func checkClient() async throws
}

/// A new product with its images.
package protocol ProductUpload: Upload where Stored == Product {
  /// Who sends it, if that is proven before anything of the body is read.
  func sender() async throws -> Vendor?

  /// Reads as far as the product is described, and finds out who sends it if that is not `known`.
  /// Images that come before are kept in the slot.
  func product(
    by known: Vendor?, in slot: UploadSlot
  ) async throws -> (vendor: Vendor, draft: ProductDraft)

  /// Reads the images that follow, to the end of the request.
  func rest(in slot: UploadSlot) async throws
}

/// The images that a product shall have.
package protocol ArrangementUpload: Upload where Stored == Product {
  /// The versions of the product for which the change shall be made.
  var condition: ProductCondition { get }

  func sender() async throws -> Vendor

  /// Reads the order, to the end of the request: ids of images that stay, and nil for each of the
  /// new ones, which are kept in the slot.
  func order(in slot: UploadSlot) async throws -> [Int64?]
}

/// One image.
package protocol ImageUpload: Upload where Stored == StoredPicture {
  /// Reads it, to the end of the request.
  func image(in slot: UploadSlot) async throws
}
