import Domain
import Repositories
import Transport
import UseCases

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension AdministrationSession {
  /// Replaces the event categories by those of a JSON file, as the admin endpoint does, and
  /// tells the same as that.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - input: the descriptor of that input.
  /// - Throws: `.data` with every mistake in the file.
  package func seed(
    file path: String, dryRun: Bool, input: Int32 = 0
  ) async throws(Refusal) -> CommandReport {
    let list =
      path == "-"
      ? try list(from: input, called: "standard input")
      : try list(in: path)
    return try await withPool { pool in
      let seed = SeedEventCategories(
        repository: PostgresEventCategories(pool), images: PostgresImages(pool))
      let report = try await seed(list, dryRun: dryRun, once: nil).made
      return CommandReport(json: String(decoding: report.json, as: UTF8.self))
    }
  }

  private func list(in path: String) throws(Refusal) -> EventCategoryList {
    guard let file = Files.open(path) else { throw Self.unreadable(path) }
    defer { close(file) }
    return try list(from: file, called: path)
  }

  private func list(
    from file: Int32, called name: String
  ) throws(Refusal) -> EventCategoryList {
    do {
      let document = EventCategoryDocument(from: configuration.publicOrigin)
      return try document.list(JSONParser.parse(Self.bytes(of: file, called: name)))
    } catch let rejection as Rejection {
      throw .violations(rejection.violations, in: name)
    } catch let error as JSONError {
      let place = "line \(error.line), byte \(error.column)"
      throw Refusal(
        .data,
        "\(name.printable(1_000)) is not JSON: \(place): \(error.detail.printable(1_000))")
    } catch {
      throw Refusal(error)
    }
  }

  private static func bytes(
    of file: Int32, called name: String
  ) throws(Refusal) -> [UInt8] {
    // One byte more than is allowed shows that there are too many, however large the file is.
    let limit = EventCategoryDocument.bytesMax
    guard let bytes = Files.read(file, atMost: limit + 1) else { throw unreadable(name) }
    guard bytes.count <= limit else {
      throw Refusal(.data, "\(name.printable(1_000)) is larger than \(limit) bytes.")
    }
    return bytes
  }

  private static func unreadable(_ path: String) -> Refusal {
    Refusal(.data, "cannot read the file \(path.printable(1_000)).")
  }
}
