import Domain
import Fakes
import Testing
import UseCases

@Suite struct StoreImageTests {
  private func prepared(_ octets: [UInt8]) throws -> PreparedImage {
    let small = PreparedRendition(
      preset: .thumb, mediaType: .jpeg, width: 200, height: 100, octets: [1, 2])
    return PreparedImage(
      original: try SampleImages.stored(octets, by: FakeSecretDigest()), color: .gray,
      renditions: [small])
  }

  @Test func anImageIsKeptWithWhatWasMadeOfIt() async throws {
    let store = FakeStore()
    let image = try prepared(SampleImages.png(width: 300, height: 150))
    for _ in 0..<2 {
      let written = try await StoreImage(repository: store)(image, once: nil)
      guard case .now(image.picture) = written else {
        Issue.record("\(written)")
        continue
      }
    }
    let findImage = FindImage(repository: store)
    let original = try await findImage(image.original.digest, as: nil)
    #expect(original.octets == image.original.octets && original.preset == nil)
    let thumb = try await findImage(image.original.digest, as: .thumb)
    #expect(thumb.octets == [1, 2] && thumb.mediaType == .jpeg && thumb.preset == .thumb)
  }

  @Test func theOriginalStandsInForWhatWasNotMade() async throws {
    let store = FakeStore()
    let image = try prepared(SampleImages.png())
    store.put(image)
    let shown = try await FindImage(repository: store)(image.original.digest, as: .full)
    #expect(shown.octets == image.original.octets && shown.preset == nil)
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
