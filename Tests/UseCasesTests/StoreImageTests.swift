import Domain
import Fakes
import Testing
import UseCases

@Suite struct StoreImageTests {
  private func prepared(_ bytes: [UInt8]) throws -> PreparedImage {
    let small = PreparedRendition(
      preset: .thumb, mediaType: .jpeg, width: 200, height: 100, bytes: [1, 2])
    return PreparedImage(
      original: try SampleImages.stored(bytes, by: FakeSecretDigest()), color: .gray,
      renditions: [small])
  }

  @Test func anImageIsKeptWithWhatWasMadeOfIt() async throws {
    let store = FakeStore()
    let sent = SampleImages.png(width: 300, height: 150)
    let storeImage = StoreImage(
      repository: store, answers: store)
    let imagePipeline = FakeImagePipeline()
    let dry = try await imagePipeline.holding([sent]) { try await storeImage.dryRun($0) }
    let digest = try prepared(sent).original.digest
    #expect(dry.path == (try prepared(sent).original.path))
    let findImage = FindImage(repository: store)
    await #expect(throws: Failure.self) { try await findImage(digest, as: nil) }
    for _ in 0..<2 {
      let stored = try await imagePipeline.holding([sent]) {
        try await storeImage($0, once: nil)
      }.made
      #expect(stored.path == dry.path)
      #expect(stored.picture == dry.picture)
    }
    let original = try await findImage(digest, as: nil)
    #expect(original.bytes == (try prepared(sent).original.bytes))
    #expect(original.preset == nil)
    let thumb = try await findImage(digest, as: .thumb)
    #expect(thumb.bytes == Array("thumb".utf8))
    #expect(thumb.mediaType == .jpeg)
    #expect(thumb.preset == .thumb)
  }

  @Test func theOriginalStandsInForWhatWasNotMade() async throws {
    let store = FakeStore()
    let image = try prepared(SampleImages.png())
    store.put(image)
    let shown = try await FindImage(repository: store)(image.original.digest, as: .full)
    #expect(shown.bytes == image.original.bytes)
    #expect(shown.preset == nil)
  }

  @Test(arguments: [nil, ImagePreset.thumb]) func anImageThatIsNotThereIsNotFound(
    _ preset: ImagePreset?
  ) async throws {
    let digest = try prepared(SampleImages.png()).original.digest
    await #expect(throws: Failure.notFound(.image("/images/\(digest.hex)"))) {
      try await FindImage(repository: FakeStore())(digest, as: preset)
    }
  }
}

extension ImagePipeline {
  /// Carries out a use case with images that have arrived.
  func holding<Value>(
    _ images: [[UInt8]], isClientGone: @escaping () async -> Bool = { false },
    _ body: (UploadSlot) async throws -> Value
  ) async throws -> Value {
    try await withUploadSlot(for: .proven, from: .sample, isClientGone: isClientGone) { slot in
      for image in images {
        try await slot.open().write(image)
        slot.keep()
      }
      return try await body(slot)
    }
  }
}
