import Domain
import Foundation
import Repositories
import Transport
import UseCases

extension AdministrationSession {
  /// Replaces the event categories by those of a JSON file, as the admin endpoint does, and
  /// returns the same report as that, in one line of JSON.
  ///
  /// - Throws: `.data` with every mistake in the file.
  package func seed(file path: String, dryRun: Bool) async throws(Refusal) -> String {
    let list = try Self.list(in: path)
    return try await withPool { pool in
      let seed = SeedEventCategories(repository: PostgresEventCategories(pool))
      return Self.text(try await seed(list, dryRun: dryRun))
    }
  }

  private static func text(_ report: SeedReport) -> String {
    "{\"created\":\(report.created),\"updated\":\(report.updated),"
      + "\"unchanged\":\(report.unchanged),\"removed\":\(report.removed)}"
  }

  private static func list(in path: String) throws(Refusal) -> EventCategoryList {
    do {
      return try EventCategoryDocument.list(JSONParser.parse(octets(of: path)))
    } catch let rejection as Rejection {
      throw .violations(rejection.violations, in: path)
    } catch let error as JSONError {
      throw Refusal(
        .data, "\(path) is no JSON: line \(error.line), octet \(error.column): \(error.detail)")
    } catch {
      throw Refusal(error)
    }
  }

  private static func octets(of path: String) throws(Refusal) -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw Refusal(.data, "cannot read \(path).")
    }
    defer { try? file.close() }
    // One octet more than is allowed shows that there are too many, however large the file is.
    let limit = EventCategoryDocument.octetsMax
    guard let data = try? file.read(upToCount: limit + 1) else { return [] }
    guard data.count <= limit else {
      throw Refusal(.data, "\(path) is larger than \(limit) octets.")
    }
    return Array(data)
  }
}
