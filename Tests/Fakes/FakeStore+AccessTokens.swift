package import Domain
package import UseCases

extension FakeStore: AccessTokenRepository {
  package func add(_ token: AccessToken) async throws(Failure) {
    try reading { state throws(Failure) in
      guard !state.tokens.contains(where: { $0.id == token.id }) else {
        throw .conflict(
          ValidationError("id_taken", "There is a token of this id.", hint: "Try again."))
      }
      state.tokens.append(token)
    }
  }

  package func find(_ id: AccessTokenID) async throws(Failure) -> AccessToken? {
    try reading { state throws(Failure) in state.tokens.first { $0.id == id } }
  }

  package func all(limit: Int) async throws(Failure) -> [AccessToken] {
    try reading { state throws(Failure) in
      Array(state.tokens.sorted { $0.createdAt > $1.createdAt }.prefix(limit))
    }
  }

  package func revoke(
    _ id: AccessTokenID, at instant: Timestamp
  ) async throws(Failure) -> AccessToken? {
    try reading { state throws(Failure) in
      guard let index = state.tokens.firstIndex(where: { $0.id == id }) else { return nil }
      let token = state.tokens[index]
      let revoked = AccessToken(
        id: token.id, name: token.name, scopes: token.scopes, secretDigest: token.secretDigest,
        createdAt: token.createdAt, revokedAt: token.revokedAt ?? instant,
        vendorID: token.vendorID)
      state.tokens[index] = revoked
      return revoked
    }
  }
}
