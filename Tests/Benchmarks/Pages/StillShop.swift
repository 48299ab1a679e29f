import Cryptography
import Domain
import Fakes
import HTTP
import Transport
import UseCases

/// All routes, with a store that answers at once, and the digests of the real program.
func handler() throws -> Handler {
  let store = FakeStore()
  // One more than is shown, as a list that goes on has them.
  let products = StillProducts(try (0...20).map { try Product.still($0) })
  let services = Services(
    eventCategories: store, shopWindow: store, images: store, accessTokens: store,
    catalogue: CataloguePorts(
      products: products, answers: store, vendors: store, uploadQuota: store,
      secretHasher: FakeSecretHasher(), seal: try CodeSeal(), workshop: FakeWorkshop()),
    readiness: FakeReadiness(), secretDigest: Digest(), bootstrapDigest: nil,
    now: FakeClock("2026-03-01T00:00:00Z").now)
  return try Routes.router(
    services, publicOrigin: Origin("https://shop.example"), policies: Policies(),
    now: FakeClock("2026-03-01T00:00:00Z").now, observe: { _, what in print(what) },
    extra: { _ in }
  ).handler
}

private struct Digest: SecretDigest {
  func digest(_ octets: [UInt8]) -> [UInt8] { SHA256.digest(octets) }
  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }
}

/// Its routes seal places in lists only.
private struct CodeSeal: Seal {
  private struct NoHash: Error, CustomStringConvertible {
    let description = "libcrypto has no SipHash or Poly1305: pages would be measured without a tag"
  }

  private let places: SipHash
  private let contents: ContentHash

  init() throws {
    guard let places = SipHash(key: Array(repeating: 7, count: SipHash.keyOctets)),
      let contents = ContentHash(
        key: Array(repeating: 7, count: ContentHash.keyOctets), cover: places)
    else { throw NoHash() }
    self.places = places
    self.contents = contents
  }

  func tag(_ octets: [UInt8], for purpose: SealPurpose) -> SixteenOctets {
    SixteenOctets(places.hash(of: octets))
  }

  func isTag(_ tag: SixteenOctets, of octets: [UInt8], for purpose: SealPurpose) -> Bool {
    let right = self.tag(octets, for: purpose)
    return constantTimeEqual((tag.high, tag.low), (right.high, right.low))
  }

  func fingerprint(of octets: [UInt8]) -> SixteenOctets {
    SixteenOctets(contents.hash(of: octets))
  }
}

extension SixteenOctets {
  fileprivate init(_ halves: CodeHalves) { self.init(high: halves.high, low: halves.low) }
}
