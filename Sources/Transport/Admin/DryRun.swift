import Web

/// `?dry_run=true` of administrators' writes: what would change is told, and nothing is written.
enum DryRun {
  static let parameter = QueryParameter.flag(
    "dry_run", "Tells what would change, and writes nothing.")
}
