import Domain
import UseCases

/// An upload without a request: images, and what is told with them.
final class SentUpload<Stored: Sendable>: Upload {
  private let images: [[UInt8]]
  private let vendor: Vendor?
  private let draft: ProductDraft?
  private let write: IdempotentWrite<Stored>?

  init(
    _ images: [[UInt8]], by vendor: Vendor? = nil, _ draft: ProductDraft? = nil,
    once: IdempotentWrite<Stored>? = nil
  ) {
    self.images = images
    self.vendor = vendor
    self.draft = draft
    self.write = once
  }

  func open(in slot: UploadSlot) throws { try slot.checkLine() }

  func key(of owner: String) throws -> IdempotencyKey? { write?.key }

  func once(by owner: String) throws -> IdempotentWrite<Stored>? { write }

  func checkClient() async throws {}

  func rest(in slot: UploadSlot) async throws {
    for image in images {
      try await slot.open().write(image)
      slot.keep()
    }
  }
}

extension SentUpload: ImageUpload where Stored == StoredPicture {
  func image(in slot: UploadSlot) async throws { try await rest(in: slot) }
}

extension SentUpload: ProductUpload where Stored == Product {
  func sender() async throws -> Vendor? { vendor }

  func product(
    by known: Vendor?, in slot: UploadSlot
  ) async throws -> (vendor: Vendor, draft: ProductDraft) {
    guard let known, let draft else { throw Failure.unauthenticated }
    return (known, draft)
  }
}
