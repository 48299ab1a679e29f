import Domain
import Fakes
import Testing
import UseCases

@Suite struct StoreImageTests {
  @Test func anImageIsStoredUnderTheDigestOfItsOctets() async throws {
    let store = FakeStore()
    let digest = FakeSecretDigest()
    let storeImage = StoreImage(repository: store, digest: digest.digest)
    let file = try ImageFile(SampleImages.png(width: 3, height: 2), declaredType: nil)
    let stored = try await storeImage(file)
    #expect(stored.digest.octets == digest.digest(file.octets))
    #expect(stored.octets == file.octets && stored.width == 3 && stored.height == 2)
    #expect(try await storeImage(file) == stored)
    #expect(try await FindImage(repository: store)(stored.digest) == stored)
  }

  @Test func aDigestOfAnotherLengthIsABug() async throws {
    let storeImage = StoreImage(repository: FakeStore(), digest: { _ in [1] })
    let file = try ImageFile(SampleImages.jpeg(), declaredType: nil)
    await #expect(throws: Failure.bug("the digest of an image has not 32 octets")) {
      try await storeImage(file)
    }
  }
}
