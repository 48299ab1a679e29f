extension PlacedList {
  /// What the list leads to and the stored one does not. What that leads to may have gone since,
  /// and whoever sends back what they read must not be refused for it.
  package func newTargets(beside current: [Placed<Draft>]) -> Set<LinkTarget> {
    let stored = current.flatMap(\.draft.targets).map(\.target)
    return Set(entries.flatMap(\.draft.targets).map(\.target)).subtracting(stored)
  }

  /// What is wrong with links to things that are not there, each at its place.
  package func fieldErrors(missing: Set<LinkTarget>) -> [FieldError] {
    entries.enumerated().flatMap { index, entry in
      entry.draft.targets.filter { missing.contains($0.target) }.map { target in
        FieldError("/\(index)\(target.pointer)", .missing(target.target))
      }
    }
  }
}

extension ValidationError {
  /// A link leads to something that is not there.
  fileprivate static func missing(_ target: LinkTarget) -> ValidationError {
    let noun = target.kind.replacing("_", with: " ")
    return ValidationError(
      "unknown_\(target.kind)", "There is no \(noun) \(target.id.map(String.init) ?? "").",
      hint: "Name one that is there, or add it first.")
  }
}
