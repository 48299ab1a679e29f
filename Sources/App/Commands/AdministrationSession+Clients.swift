import Cryptography
import Domain
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Calls in a day of a client for which no other number is given.
  package static let dailyQuotaUsual = SearchClient.quotaUsual

  /// Creates a client of the search, and tells its id, and the secret, which is nowhere else.
  ///
  /// - Parameters:
  ///   - id: the one that an app has built in; nil makes one.
  ///   - dailyQuota: calls in a day; nil for the usual number.
  ///   - secretFile: a file with the secret that an app has built in, on its only line; nil makes
  ///     one.
  /// - Throws: `.usage` for a name, an id or a quota that cannot be, `.data` for such a secret and
  ///   for an id that another client has.
  package func createClient(
    name: String, id: String? = nil, dailyQuota: String? = nil, secretFile: String? = nil
  ) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakesOfClient(name: name, id: id, dailyQuota: dailyQuota))
    let title = try Self.title(name)
    let quota = dailyQuota.flatMap(Self.quota) ?? Self.dailyQuotaUsual
    let wanted = id.flatMap(SearchClientID.init)
    let secret = try secretFile.map { (path) throws(CommandError) in try Self.clientSecret(in: path)
    }
    return try await withPool { pool in
      let create = CreateSearchClient(
        clients: PostgresStore(pool), secretDigest: LibcryptoDigest(),
        randomBytes: randomBytes, now: { .now })
      let created = try await create(name: title, dailyQuota: quota, id: wanted, secret: secret)
      let (id, text) = (created.client.id.text, created.secret.text)
      return CommandReport(["id      \(id)", "secret  \(text)"]) {
        $0.key("id")
        $0.string(id)
        $0.key("secret")
        $0.string(text)
        $0.key("daily_quota")
        $0.integer(quota)
      }
    }
  }

  /// Each client of the search, in the order in which they were made, revoked or not.
  package func listClients() async throws(CommandError) -> CommandReport {
    try await withPool { pool in
      let clients = try await ListSearchClients(clients: PostgresStore(pool))()
      let today = KoreanDay(.now)
      return CommandReport(of: clients, line: { Self.line($0, today) }) {
        Self.members(&$0, $1, today)
      }
    }
  }

  /// Revokes a client of the search.
  ///
  /// - Throws: `.usage` when the id is malformed, `.data` when there is no such client.
  package func revokeClient(_ id: String) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakes(ofClientID: id))
    guard let clientID = SearchClientID(id) else { throw CommandError(.usage, "a malformed id") }
    let revoked = try await withPool { pool in
      try await RevokeSearchClient(clients: PostgresStore(pool), now: { .now })(clientID)
    }
    guard let revoked else {
      throw CommandError(.data, "there is no client \(clientID): `moa client list` shows them.")
    }
    let today = KoreanDay(.now)
    return CommandReport([Self.line(revoked, today)]) { Self.members(&$0, revoked, today) }
  }

  private static func line(_ client: SearchClient, _ today: KoreanDay) -> String {
    let state = client.revokedAt.map { "revoked \($0.rfc3339)" } ?? "valid"
    let calls = "today \(client.calls(on: today)) of \(client.dailyQuota)"
    return "\(client.id)  \(calls)  created \(client.createdAt.rfc3339)  \(state)  \(client.name)"
  }

  private static func members(
    _ writer: inout JSONWriter, _ client: SearchClient, _ today: KoreanDay
  ) {
    writer.key("id")
    writer.string(client.id.text)
    writer.key("name")
    writer.string("\(client.name)")
    writer.key("daily_quota")
    writer.integer(client.dailyQuota)
    writer.key("calls_today")
    writer.integer(client.calls(on: today))
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
