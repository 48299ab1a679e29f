import Domain
import Fakes
import Testing
import UseCases

@Suite struct AuthenticateVendorTests {
  let store = FakeStore()
  let hasher = FakeSecretHasher()
  var authenticate: AuthenticateVendor {
    AuthenticateVendor(vendors: store, hasher: hasher, failures: .unlimited)
  }

  func vendor(_ fill: UInt8, secret: String) async throws -> Vendor {
    try await store.ports.vendors.add(
      identifier: .sample(fill), name: try Title("가게"),
      secretHash: FakeSecretHasher.hash(secret), createdAt: .earliest)
  }

  @Test func whoKnowsTheSecretIsTheVendor() async throws {
    let vendor = try await vendor(0xAB, secret: "비밀 s3cret")
    let identifier = vendor.identifier.description
    #expect(
      try await authenticate(identifier: identifier, secret: "비밀 s3cret", from: .sample) == vendor)
    #expect(
      try await authenticate(
        identifier: identifier.uppercased(), secret: "비밀 s3cret", from: .sample) == vendor)
    #expect(try await authenticate.known(identifier: identifier) == vendor)
  }

  @Test("whatever is wrong, the answer is the same, and a hash is compared for a stranger too")
  func refusals() async throws {
    let vendor = try await vendor(1, secret: "right")
    let identifier = vendor.identifier.description
    let stranger = try VendorIdentifier.sample(9).description
    for (identifier, secret) in [(identifier, "wrong"), (stranger, "right"), (stranger, "")] {
      await #expect(throws: Failure.unauthenticated) {
        try await authenticate(identifier: identifier, secret: secret, from: .sample)
      }
    }
    #expect(hasher.comparisons == 2)
    let none: [(String?, String?)] = [
      (nil, "right"), (identifier, nil), ("x", "right"), ("", ""),
      (identifier, String(repeating: "a", count: AuthenticateVendor.secretBytesMax + 1)),
    ]
    for (identifier, secret) in none {
      await #expect(throws: Failure.unauthenticated) {
        try await authenticate(identifier: identifier, secret: secret, from: .sample)
      }
    }
    #expect(hasher.comparisons == 2)
    for identifier in [nil, "", "x", stranger] {
      await #expect(throws: Failure.unauthenticated) {
        try await authenticate.known(identifier: identifier)
      }
    }
  }

  @Test func aTokenSpeaksForItsVendorOnly() async throws {
    let vendor = try await vendor(1, secret: "s")
    let bound = Principal(id: "t", name: "t", scopes: [.vendor], vendorID: vendor.id)
    #expect(try await authenticate.speaking(bound) == vendor)
    let others = [
      Principal(id: "t", name: "t", scopes: [.vendor]),
      Principal(id: "t", name: "t", scopes: [.vendor], vendorID: 99),
      Principal(id: "t", name: "t", scopes: [.admin], vendorID: vendor.id),
    ]
    for principal in others {
      await #expect(throws: Failure.forbidden(requires: .vendor)) {
        try await authenticate.speaking(principal)
      }
    }
  }
}
