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
    let list = try list(in: path)
    return try await withPool { pool in
      let seed = SeedEventCategories(
        repository: PostgresEventCategories(pool), images: PostgresImages(pool))
      let report = try await seed(list, dryRun: dryRun, once: nil).made
      return String(decoding: report.json.octets, as: UTF8.self)
    }
  }

  private func list(in path: String) throws(Refusal) -> EventCategoryList {
    do {
      let document = EventCategoryDocument(from: configuration.publicOrigin)
      return try document.list(JSONParser.parse(Self.octets(of: path)))
    } catch let rejection as Rejection {
      throw .violations(rejection.violations, in: path)
    } catch let error as JSONError {
      let place = "line \(error.line), octet \(error.column)"
      throw Refusal(
        .data, "\(path.printable(1_000)) is no JSON: \(place): \(error.detail.printable(1_000))")
    } catch {
      throw Refusal(error)
    }
  }

  private static func octets(of path: String) throws(Refusal) -> [UInt8] {
    // One octet more than is allowed shows that there are too many, however large the file is.
    let limit = EventCategoryDocument.octetsMax
    guard let file = FileHandle(forReadingAtPath: path) else { throw unreadable(path) }
    defer { try? file.close() }
    let data: Data
    do {
      data = try file.read(upToCount: limit + 1) ?? Data()
    } catch {
      throw unreadable(path)
    }
    guard data.count <= limit else {
      throw Refusal(.data, "\(path.printable(1_000)) is larger than \(limit) octets.")
    }
    return Array(data)
  }

  private static func unreadable(_ path: String) -> Refusal {
    Refusal(.data, "cannot read the file \(path.printable(1_000)).")
  }
}
