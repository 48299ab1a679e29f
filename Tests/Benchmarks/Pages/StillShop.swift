import Cryptography
import Domain
import Fakes
import HTTP
import Transport
import UseCases

/// All routes, with a store that answers at once, and the digests of the real program.
///
/// - Parameter isStill: whether nothing changes from one question to the next.
func handler(isStill: Bool) throws -> Handler {
  let store = FakeStore()
  // One more than is shown, as a list that goes on has them.
  let products = StillProducts(
    try (0...20).map { try Product.still($0) },
    newer: try (0...20).map { try Product.still($0, version: 4) }, isStill: isStill)
  let services = Services(
    eventCategories: store, shopWindow: store, images: store, accessTokens: store,
    catalogue: CataloguePorts(
      products: products, answers: store, vendors: store, uploadQuota: store,
      secretHasher: FakeSecretHasher(), seal: CodeSeal(), workshop: FakeWorkshop()),
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

private struct CodeSeal: Seal {
  private let authentication = AuthenticationCode(key: Array(repeating: 7, count: 32))
  private let hash = SipHash(key: Array(repeating: 7, count: 16))

  func tag(_ octets: [UInt8], for purpose: SealPurpose) -> [UInt8] {
    authentication.code(of: octets)
  }

  func isTag(_ tag: [UInt8], of octets: [UInt8], for purpose: SealPurpose) -> Bool {
    constantTimeEqual(tag, self.tag(octets, for: purpose))
  }

  func fingerprint(of octets: [UInt8]) -> [UInt8] {
    guard let hash else {
      fatalError("libcrypto has no SipHash: pages would be measured without a tag")
    }
    return hash.hash(of: octets)
  }
}
