import LocalPostgres
import Postgres
import Repositories

/// The sessions' settings, as the database, its role and a pooler make them.
enum SessionExamination {
  static func findings(_ inspection: DatabaseInspection, isPooled: Bool) -> [Finding] {
    [
      encoding(inspection.encoding), settings(inspection.sessionSettings, isPooled: isPooled),
      triggers(inspection.firesTriggers), commits(inspection.commitsSafely),
    ].compactMap { $0 }
  }

  private static func encoding(_ encoding: String) -> Finding {
    guard encoding == "UTF8" else {
      return Finding(
        .missing,
        "Encoding: the database is in \(encoding), which cannot hold all text: create one with"
          + " `encoding 'UTF8' template template0`.")
    }
    return Finding(.fine, "Encoding: UTF8")
  }

  /// The settings that change the meaning of statements. A pooler passes only the first of them on.
  private static func settings(_ settings: [String], isPooled: Bool) -> Finding? {
    let found = settings.filter { setting in
      let name = setting.prefix { $0 != "=" }.lowercased()
      return ConnectionString.settledSettings.contains(name) || name == "search_path"
    }
    guard !found.isEmpty else { return nil }
    let list = found.joined(separator: ", ").printable(500)
    guard isPooled else {
      return Finding(.fine, "Settings of the role or the database: \(list) do not count.")
    }
    return Finding(
      .remark,
      "Settings of the role or the database: \(list) may change what statements mean, since a pooler"
        + " keeps ours from the server: `alter role ... reset` them.")
  }

  private static func triggers(_ areFired: Bool) -> Finding? {
    guard !areFired else { return nil }
    return Finding(
      .missing,
      "Triggers: session_replication_role keeps them from being fired, so totals and references go"
        + " wrong: `alter role ... reset session_replication_role`.")
  }

  private static func commits(_ areSafe: Bool) -> Finding? {
    guard !areSafe else { return nil }
    return Finding(
      .remark,
      "Commits: synchronous_commit is off, so what was answered may be lost when the server's machine"
        + " fails.")
  }
}

/// Compares the rights of a role with those that a server needs.
enum RightsExamination {
  /// How many missing rights are listed: they are usually granted for all tables at once.
  private static let toldMax = 5

  static func finding(_ rights: DatabaseRights) -> Finding {
    let role = rights.role.printable(100)
    guard rights.hasSchema else {
      guard rights.migrates else {
        return Finding(
          .missing,
          "Rights: the role \(role) may not make the schema: `create schema moa authorization"
            + " \(role)` as an administrator.")
      }
      return Finding(.fine, "Rights: the role \(role) may make the schema.")
    }
    guard rights.entersSchema else {
      return Finding(
        .missing,
        "Rights: the role \(role) may not use the schema: `grant usage on schema moa to \(role)`.")
    }
    guard rights.missing.isEmpty else {
      let more = rights.missing.count - toldMax
      let told = rights.missing.prefix(toldMax).joined(separator: ", ")
      return Finding(
        .missing,
        "Rights: the role \(role) lacks \(told)\(more > 0 ? " and \(more) more" : "");"
          + " the article Operations says which it needs.")
    }
    guard rights.migrates else {
      return Finding(
        .fine, "Rights: the role \(role) may serve; another one has to run `moa migrate`.")
    }
    return Finding(.fine, "Rights: the role \(role) may serve and migrate.")
  }
}
