import Domain
import LocalPostgres
import Repositories
import UseCases
import Web

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension AdministrationSession {
  /// Replaces lists of the shop by those of a JSON file, as the admin endpoints do, and prints the
  /// same report.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - input: the descriptor of that input.
  /// - Throws: `.data` with the mistakes in the file.
  package func seed(
    file path: String, dryRun: Bool, input: Int32 = 0
  ) async throws(CommandError) -> CommandReport {
    let seed =
      path == "-"
      ? try self.seed(from: input, called: "standard input")
      : try self.seed(in: path)
    return try await withPool { [history = history(of: "moa seed")] pool in
      let reports = try await SeedShop(pool, history: history)(seed, dryRun: dryRun)
      return Self.report(reports)
    }
  }

  private static func report(
    _ reports: [SeedShop.Report]
  ) -> CommandReport {
    CommandReport(
      lines: reports.map { list, report in
        "\(list): \(report.created) created, \(report.updated) updated, "
          + "\(report.unchanged) unchanged, \(report.removed) removed"
      }, of: reports
    ) { writer, row in
      writer.string("section", row.list)
      writer.integer("created", row.report.created)
      writer.integer("updated", row.report.updated)
      writer.integer("unchanged", row.report.unchanged)
      writer.integer("removed", row.report.removed)
    }
  }

  private func seed(in path: String) throws(CommandError) -> ShopSeed {
    guard let file = Files.open(path) else { throw Self.unreadable(path) }
    defer { close(file) }
    return try seed(from: file, called: path)
  }

  private func seed(
    from file: Int32, called name: String
  ) throws(CommandError) -> ShopSeed {
    do {
      return try parts.readSeed(bytes(of: file, called: name))
    } catch let rejection as Rejection {
      throw .fieldErrors(rejection.fieldErrors, in: name)
    } catch let error as JSONError {
      let place = "line \(error.line), byte \(error.column)"
      throw CommandError(
        .data,
        "\(name.printable(1_000)) is not JSON: \(place): \(error.detail.printable(1_000))")
    } catch {
      throw CommandError(error)
    }
  }

  private func bytes(
    of file: Int32, called name: String
  ) throws(CommandError) -> [UInt8] {
    // One byte more than is allowed shows that there are too many, however large the file is.
    let limit = parts.seedBytesMax
    guard let bytes = Files.read(file, atMost: limit + 1) else { throw Self.unreadable(name) }
    guard bytes.count <= limit else {
      throw CommandError(.data, "\(name.printable(1_000)) is larger than \(limit) bytes.")
    }
    return bytes
  }

  /// To be made right after the call that failed.
  static func unreadable(_ path: String) -> CommandError {
    let reason = String(cString: strerror(errno))
    return CommandError(.data, "cannot read the file \(path.printable(1_000)): \(reason).")
  }
}
