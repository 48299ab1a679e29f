import Domain

/// Sees to it that what refers to an image of this site refers to one that is there.
struct OwnImages: Sendable {
  private let repository: any ImageRepository

  init(_ repository: any ImageRepository) {
    self.repository = repository
  }

  /// A reference, and where it is in the document that brings it.
  struct Use: Sendable {
    let reference: ImageReference
    let pointer: String
  }

  /// - Throws: `rejected` with each reference to an image of this site that is not served.
  func check(_ uses: [Use]) async throws(Failure) {
    let own = uses.filter { $0.reference.isOwnImage }
    guard !own.isEmpty else { return }
    let digests = Set(own.compactMap { $0.reference.ownImage?.digest })
    let served = try await repository.served(digests)
    let missing = own.filter { use in
      guard let image = use.reference.ownImage else { return true }
      return !served.contains(image) && !served.contains(image.original)
    }
    guard missing.isEmpty else {
      throw .rejected(missing.map { FieldError($0.pointer, Self.unknown) })
    }
  }

  private static let unknown = ValidationError(
    "unknown_image", "This site serves no image at this URL.",
    hint: "Upload the image by POST /admin/v1/images, and send the URL of its answer.")
}

extension EventCategoryDraft {
  /// Its images with their pointers.
  func images(under prefix: String) -> [OwnImages.Use] {
    [
      OwnImages.Use(reference: thumbnailImage, pointer: prefix + "/thumbnail_image_url"),
      OwnImages.Use(reference: thumbnailTextImage, pointer: prefix + "/thumbnail_text_image_url"),
    ]
  }
}
