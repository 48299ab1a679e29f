/// The versions for which somebody wants a change to be made.
package enum VersionCondition: Sendable, Hashable {
  /// Whatever the version is.
  case any
  /// One of these; an empty list matches none.
  case oneOf([Int])

  /// Whether a change may be made to a row of this version.
  package func admits(_ version: Int) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let versions): versions.contains(version)
    }
  }
}
