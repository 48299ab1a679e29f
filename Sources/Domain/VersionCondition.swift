/// The versions for which somebody wants a change to be made.
package struct VersionCondition: Sendable {
  private let judge: @Sendable (Int) -> Bool

  /// - Parameter admits: pure, because it is asked again when a transaction has to be.
  package init(_ admits: @escaping @Sendable (_ version: Int) -> Bool) {
    judge = admits
  }

  /// Whatever the version is.
  package static let any = VersionCondition { _ in true }

  /// Whether a change may be made to a row of this version.
  package func admits(_ version: Int) -> Bool { judge(version) }
}
