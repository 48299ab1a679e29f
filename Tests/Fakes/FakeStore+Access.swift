package import Domain
import Synchronization
package import UseCases

struct FakeAccess: FakePart {
  var tokens: [AccessToken] = []
  var vendors: [VendorCredentials] = []
  /// Images of each vendor, of a day that does not end.
  var uploads: [Int64: Int] = [:]
  var searchClients: [SearchClient] = []
  var searchClientReads = 0
}

extension FakeStore.State {
  var access: FakeAccess {
    get { self[FakeAccess.self] }
    set { self[FakeAccess.self] = newValue }
  }
}

extension FakeStore: AccessTokenRepository {
  package func add(_ token: AccessToken) async throws(Failure) {
    try reading { state throws(Failure) in
      guard !state.access.tokens.contains(where: { $0.id == token.id }) else {
        throw .conflict(
          ValidationError("id_taken", "There is a token of this id.", hint: "Try again."))
      }
      state.access.tokens.append(token)
    }
  }

  package func find(_ id: AccessTokenID) async throws(Failure) -> AccessToken? {
    try reading { state throws(Failure) in state.access.tokens.first { $0.id == id } }
  }

  package func all(limit: Int) async throws(Failure) -> [AccessToken] {
    try reading { state throws(Failure) in
      Array(state.access.tokens.sorted { $0.createdAt > $1.createdAt }.prefix(limit))
    }
  }

  package func revoke(
    _ id: AccessTokenID, at instant: Timestamp
  ) async throws(Failure) -> AccessToken? {
    try reading { state throws(Failure) in
      guard let index = state.access.tokens.firstIndex(where: { $0.id == id }) else { return nil }
      let token = state.access.tokens[index]
      let revoked = AccessToken(
        id: token.id, name: token.name, scopes: token.scopes, secretDigest: token.secretDigest,
        createdAt: token.createdAt, revokedAt: token.revokedAt ?? instant,
        expiresAt: token.expiresAt, vendorID: token.vendorID)
      state.access.tokens[index] = revoked
      return revoked
    }
  }
}

extension FakeStore: SearchClientRepository {
  package func add(_ client: SearchClient) async throws(Failure) {
    try reading { state throws(Failure) in
      guard !state.access.searchClients.contains(where: { $0.id == client.id }) else {
        throw .conflict(
          ValidationError("id_taken", "There is a client of this id.", hint: "Leave it out."))
      }
      state.access.searchClients.append(client)
    }
  }

  package func find(_ id: SearchClientID) async throws(Failure) -> SearchClient? {
    try reading { state throws(Failure) in
      state.access.searchClientReads += 1
      return state.access.searchClients.first { $0.id == id }
    }
  }

  package func all(limit: Int) async throws(Failure) -> [SearchClient] {
    try reading { state throws(Failure) in
      Array(state.access.searchClients.sorted { $0.createdAt < $1.createdAt }.prefix(limit))
    }
  }

  package func revoke(
    _ id: SearchClientID, at instant: Timestamp
  ) async throws(Failure) -> SearchClient? {
    try reading { state throws(Failure) in
      guard let index = state.access.searchClients.firstIndex(where: { $0.id == id }) else {
        return nil
      }
      let client = state.access.searchClients[index]
      let revoked = SearchClient(
        id: id, name: client.name, secretDigest: client.secretDigest,
        createdAt: client.createdAt, revokedAt: client.revokedAt ?? instant)
      state.access.searchClients[index] = revoked
      return revoked
    }
  }

  /// How often a client was read.
  package var searchClientReads: Int { state.withLock { $0.access.searchClientReads } }
}

extension FakeStore: VendorRepository {
  package func find(_ identifier: VendorIdentifier) async throws(Failure) -> VendorCredentials? {
    try reading { state throws(Failure) in
      state.access.vendors.first { $0.vendor.identifier == identifier }
    }
  }

  package func find(_ id: Int64) async throws(Failure) -> Vendor? {
    try reading { state throws(Failure) in
      state.access.vendors.first { $0.vendor.id == id }.map(\.vendor)
    }
  }

  package func all(limit: Int) async throws(Failure) -> [Vendor] {
    try reading { state throws(Failure) in state.access.vendors.prefix(limit).map(\.vendor) }
  }

  package func add(
    identifier: VendorIdentifier, name: Title, secretHash: String, createdAt: Timestamp
  ) async throws(Failure) -> Vendor {
    try reading { state throws(Failure) in
      guard !state.access.vendors.contains(where: { $0.vendor.identifier == identifier }) else {
        throw .conflict(
          ValidationError(
            "identifier_taken", "Another vendor has this identifier.", hint: "Make another."))
      }
      let vendor = Vendor(
        id: Int64(state.access.vendors.count + 1), identifier: identifier, name: name,
        createdAt: createdAt)
      state.access.vendors.append(VendorCredentials(vendor: vendor, secretHash: secretHash))
      return vendor
    }
  }

  package func replaceSecret(
    of identifier: VendorIdentifier, by secretHash: String
  ) async throws(Failure) -> Bool {
    try reading { state throws(Failure) in
      guard
        let index = state.access.vendors.firstIndex(where: { $0.vendor.identifier == identifier })
      else { return false }
      let vendor = state.access.vendors[index].vendor
      state.access.vendors[index] = VendorCredentials(vendor: vendor, secretHash: secretHash)
      return true
    }
  }
}

extension FakeStore: UploadQuotaRepository {
  package func take(
    images: Int, of vendorID: Int64, limit: Int
  ) async throws(Failure) -> Int? {
    try reading { state throws(Failure) in
      let sum = state.access.uploads[vendorID, default: 0] + images
      guard sum <= limit else { return 86_400 }
      state.access.uploads[vendorID] = sum
      return nil
    }
  }
}
