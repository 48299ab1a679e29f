import Web

/// `?dry_run=true` of administrators' writes: previews the change and writes nothing.
enum DryRun {
  static let parameter = QueryParameter.flag(
    "dry_run", "Tells what would change, and writes nothing.")
}
