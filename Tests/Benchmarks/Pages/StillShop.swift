import Cryptography
import Domain
import Fakes
import HTTP
import Transport
import UseCases
import Web

/// All routes, with the store in memory, and the digests of the real program.
func handler() throws -> Handler {
  // One more than is shown, as a list that goes on has them.
  let store = FakeStore()
  store.put(try (0...20).map { try Product.still($0) })
  var ports = store.ports
  ports.machine.secretDigest = Digest()
  ports.machine.signer = try CodeSeal()
  return try Routes.router(
    ports, publicOrigin: Origin("https://shop.example"), policies: Policies(),
    observe: { _, what in print(what) }, extra: { _ in }
  ).handler
}

private struct Digest: SecretDigest {
  func digest(_ bytes: [UInt8]) -> [UInt8] { SHA256.digest(bytes) }
  func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { constantTimeEqual(left, right) }
}

/// These routes only seal places in lists.
private struct CodeSeal: Signer {
  private struct NoHash: Error, CustomStringConvertible {
    let description = "libcrypto has no SipHash or Poly1305: pages would be measured without a tag"
  }

  private let places: SipHash
  private let contents: ContentHash

  init() throws {
    guard let places = SipHash(key: Array(repeating: 7, count: SipHash.keyBytes)),
      let contents = ContentHash(
        key: Array(repeating: 7, count: ContentHash.keyBytes), cover: places)
    else { throw NoHash() }
    self.places = places
    self.contents = contents
  }

  func tag(_ bytes: [UInt8], for purpose: SigningPurpose) -> SixteenBytes {
    SixteenBytes(places.hash(of: bytes))
  }

  func isTag(_ tag: SixteenBytes, of bytes: [UInt8], for purpose: SigningPurpose) -> Bool {
    let right = self.tag(bytes, for: purpose)
    return constantTimeEqual((tag.high, tag.low), (right.high, right.low))
  }

  func fingerprint(of bytes: [UInt8]) -> SixteenBytes {
    SixteenBytes(contents.hash(of: bytes))
  }
}

extension SixteenBytes {
  fileprivate init(_ halves: CodeHalves) { self.init(high: halves.high, low: halves.low) }
}
