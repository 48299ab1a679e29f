package import Domain

/// Removes one event category.
package struct RemoveEventCategory: Sendable {
  private let repository: any EventCategoryRepository

  package init(repository: any EventCategoryRepository) {
    self.repository = repository
  }

  /// - Throws: `notFound`; `staleVersion` unless `condition` admits the current version.
  package func callAsFunction(
    _ id: Int64, if condition: VersionCondition
  ) async throws(Failure) {
    _ = try await repository.change(dryRun: false) { current throws(Failure) in
      _ = try current.admitted(id, by: condition)
      return EventCategoryPlan.removing(id, from: current)
    }
  }
}
