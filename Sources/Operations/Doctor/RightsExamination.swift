import LocalPostgres
import Repositories

/// Whether a role may do what a server does, and what it may not.
enum RightsExamination {
  /// How many missing rights are told: they are given for all tables at once.
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
