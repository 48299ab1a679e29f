import HTTP

/// `?dry_run=true` of administrators' writes: what would change is told, and nothing is written.
enum DryRun {
  private static let name = "dry_run"
  /// A misspelt `dryrun` must not become a real run.
  static let rule = QueryRule.only([name])

  /// - Throws: 400 for another value, or for the parameter twice.
  static func isWanted(by request: Request) throws(Problem) -> Bool {
    let values = try request.queryItems().filter { $0.name == name }.map(\.value)
    guard let value = values.first else { return false }
    guard values.count == 1, ["true", "false"].contains(value) else {
      throw .malformedQuery("dry_run is true or false, once.")
    }
    return value == "true"
  }
}
