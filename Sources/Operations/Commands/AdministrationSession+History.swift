import Domain
import LocalPostgres
import Repositories
import UseCases

extension AdministrationSession {
  /// Reports changes, the newest first.
  ///
  /// - Parameters:
  ///   - author: the id of a token, or the identifier of a vendor; nil for all.
  ///   - resource: such as `products/207`; nil for all.
  package func listHistory(
    by author: String?, of resource: String?, limit: Int
  ) async throws(CommandError) -> CommandReport {
    try Self.refuse(Self.mistakes(ofHistoryLimit: limit))
    let question = HistoryQuestion(author: author, resource: resource, limit: limit)
    let changes = try await withPool { try await PostgresStore($0).changes(question) }
    return report(changes)
  }

  /// Takes a change back, and reports the change that does it.
  ///
  /// - Throws: `.data` when there is no such change, and where it cannot be taken back.
  package func undoChange(_ id: Int64) async throws(CommandError) -> CommandReport {
    let undone = try await withPool { [parts] pool -> Result<HistoryEntry?, Failure> in
      let store = PostgresStore(pool)
      guard let entry = try await store.change(id) else {
        return .failure(.notFound(.item("change", "\(id)")))
      }
      do {
        // As they were made, backwards. An undo that was interrupted is continued by the next one.
        for id in entry.parts.reversed() {
          guard let part = try await store.change(id) else { continue }
          _ = try await parts.undoChange(part, store)
        }
        let whole = try await store.change(id) ?? entry
        return .success(try await parts.undoChange(whole, store))
      } catch let failure as Failure where !failure.isFault {
        return .failure(failure)
      }
    }
    switch undone {
    case .success(let change): return report([change].compactMap(\.self))
    case .failure(.conflict(let flaw)): throw CommandError(.data, "\(flaw.detail) \(flaw.hint)")
    case .failure(.notFound(let missing)): throw CommandError(.data, "\(missing).")
    case .failure(.rejected(let fieldErrors)):
      throw CommandError(
        .data, fieldErrors.map { "\($0.pointer): \($0.flaw.detail)" }.joined(separator: " "))
    case .failure: throw CommandError(.data, "the change cannot be undone now.")
    }
  }

  package static func mistakes(ofHistoryLimit limit: Int) -> [String] {
    guard !(1...HistoryQuestion.limitMax).contains(limit) else { return [] }
    return ["--limit is 1 to \(HistoryQuestion.limitMax)."]
  }

  private func report(_ changes: [HistoryEntry]) -> CommandReport {
    let rows = changes.map { entry in
      [
        "\(entry.id)", entry.at.rfc3339, entry.change.action.rawValue, entry.change.resource,
        "\(entry.author.kind.rawValue) \(entry.author.name)",
      ]
    }
    return CommandReport(
      lines: CommandReport.aligned(rows),
      json: changes.map { String(decoding: parts.tellChange($0), as: UTF8.self) })
  }
}
