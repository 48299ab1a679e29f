import Cryptography
import Domain
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Creates a client of the search, and reports its id and its secret, which is not stored.
  ///
  /// - Parameters:
  ///   - id: the id that is built into an app; nil creates one.
  ///   - secretFile: a file with the secret that is built into an app, on its only line; nil
  ///     creates one.
  /// - Throws: `.usage` for an invalid name or id, `.data` for an invalid secret and for an id that
  ///   another client has.
  package func createClient(
    name: String, id: String? = nil, secretFile: String? = nil
  ) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakesOfClient(name: name, id: id))
    let title = try Self.title(name)
    let wanted = id.flatMap(SearchClientID.init)
    let secret = try secretFile.map { (path) throws(CommandError) in try Self.clientSecret(in: path)
    }
    return try await withPool { pool in
      let create = CreateSearchClient(
        clients: PostgresStore(pool), secretDigest: parts.secretDigest,
        randomBytes: randomBytes, now: { .now })
      let created = try await create(name: title, id: wanted, secret: secret)
      let (id, text) = (created.client.id.text, created.secret.text)
      return CommandReport(["id      \(id)", "secret  \(text)"]) {
        $0.key("id")
        $0.string(id)
        $0.key("secret")
        $0.string(text)
      }
    }
  }

  /// More than a person manages by hand.
  private static let clientsMax = 10_000

  /// Lists the clients of the search, the oldest first, revoked ones too.
  package func listClients() async throws(CommandError) -> CommandReport {
    try await withPool { pool in
      let clients: [SearchClient] = try await PostgresStore(pool).all(limit: Self.clientsMax)
      return CommandReport(of: clients, line: Self.line, Self.members)
    }
  }

  /// Revokes a client of the search.
  ///
  /// - Throws: `.usage` when the id is malformed, `.data` when there is no such client.
  package func revokeClient(_ id: String) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakes(ofClientID: id))
    guard let clientID = SearchClientID(id) else { throw CommandError(.usage, "a malformed id") }
    let revoked = try await withPool { pool in
      try await PostgresStore(pool).revoke(clientID, at: .now)
    }
    guard let revoked else {
      throw CommandError(.data, "there is no client \(clientID): `moa client list` shows them.")
    }
    return CommandReport([Self.line(revoked)]) { Self.members(&$0, revoked) }
  }

  private static func line(_ client: SearchClient) -> String {
    let state = client.revokedAt.map { "revoked \($0.rfc3339)" } ?? "valid"
    return "\(client.id)  created \(client.createdAt.rfc3339)  \(state)  \(client.name)"
  }

  private static func members(_ writer: inout JSONWriter, _ client: SearchClient) {
    writer.key("id")
    writer.string(client.id.text)
    writer.key("name")
    writer.string("\(client.name)")
    writer.key("created_at")
    writer.string(client.createdAt.rfc3339)
    writer.key("revoked_at")
    writer.optional(client.revokedAt?.rfc3339)
  }

  static func clientSecret(in path: String) throws(CommandError) -> SearchClientSecret {
    let text = try line(in: path, bytesMax: SearchClientSecret.bytesMax)
    do throws(ValidationError) {
      return try SearchClientSecret(text)
    } catch {
      throw cannotUse(path, error)
    }
  }
}
