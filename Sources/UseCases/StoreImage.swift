package import Domain

/// Keeps an image with all that was made of it, so that it can be shown under URLs of its own.
package struct StoreImage: Sendable {
  private let repository: any ImageRepository
  private let answers: any AnswerRepository
  private let imagePipeline: any ImagePipeline

  package init(
    repository: any ImageRepository, answers: any AnswerRepository, imagePipeline: any ImagePipeline
  ) {
    self.repository = repository
    self.answers = answers
    self.imagePipeline = imagePipeline
  }

  /// The same image again is the same stored image, however often it is sent.
  ///
  /// - Parameter owner: who may send images, and whose key it is: ``Principal/keyOwner``.
  /// - Throws: what `upload` throws; `inFlight`, `keyReused`, `unavailable`; ``UndecodedImage``.
  package func callAsFunction(
    _ upload: some ImageUpload, by owner: String
  ) async throws -> Written<StoredPicture> {
    try await imagePipeline.withUploadSlot(for: .proven) { slot in
      try upload.open(in: slot)
      return try await answers.withClaim(of: upload.key(of: owner)) { claim in
        try await upload.image(in: slot)
        let once = try upload.once(by: owner)?.claimed(by: claim)
        if let earlier = try await answers.earlier(once) { return earlier }
        let image = try await decoded(upload, slot)
        return try await repository.add(image, once: once?.reading(image.stored))
          .mapping(image.stored)
      }
    }
  }

  /// What would be kept.
  ///
  /// - Throws: what `upload` throws; `unavailable`; ``UndecodedImage``.
  package func dryRun(_ upload: some ImageUpload) async throws -> StoredPicture {
    try await imagePipeline.withUploadSlot(for: .proven) { slot in
      try upload.open(in: slot)
      try await upload.image(in: slot)
      let image = try await decoded(upload, slot)
      return image.stored(image.picture)
    }
  }

  private func decoded(
    _ upload: some ImageUpload, _ slot: UploadSlot
  ) async throws -> PreparedImage {
    guard let image = try await slot.decoded(upload.checkClient).first else {
      throw Failure.bug("an image has gone")
    }
    return image
  }
}

/// A picture that is kept, and the path of its original. It was encoded anew and may be smaller
/// than what was sent.
package struct StoredPicture: Sendable {
  package let path: String
  package let picture: Picture

  package init(path: String, picture: Picture) {
    self.path = path
    self.picture = picture
  }
}

extension PreparedImage {
  @Sendable fileprivate func stored(_ picture: Picture) -> StoredPicture {
    StoredPicture(path: original.path, picture: picture)
  }
}
