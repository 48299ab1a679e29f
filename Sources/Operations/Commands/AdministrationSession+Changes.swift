import Domain
import LocalPostgres
import Repositories
import Text
import UseCases
import Web

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension AdministrationSession {
  package static func mistakesOfChanges(follows: Bool, file: String?) -> [String] {
    guard !follows, file == nil else { return [] }
    return ["nothing to print: add --follow, or --from-file with the file of a cursor."]
  }

  /// Prints each change of the shop as a line of JSON, in order, until there are no more; then,
  /// with `follows`, each new one, until a signal comes.
  ///
  /// A cursor is written to the file only after its lines were printed: when the command starts
  /// again after a crash, it may repeat some lines, and leaves none out.
  ///
  /// - Parameter file: contains the cursor to begin after; without a cursor only new changes are
  ///   printed.
  /// - Throws: `.data` for a file without a cursor.
  package func printChanges(follows: Bool, file: String?) async throws(CommandError) {
    try Self.refuse(Self.mistakesOfChanges(follows: follows, file: file))
    let start = try file.flatMap { path throws(CommandError) in try Self.place(in: path) }
    // From now on a signal ends the command between two pages.
    stop.willServe()
    let (signal, received) = AsyncStream.makeStream(of: Void.self)
    Task { [stop] in
      _ = await stop.wait()
      received.finish()
    }
    try await withPool { pool in
      try await withThrowingTaskGroup { group in
        group.addTask {
          try await Self.print(PostgresStore(pool), after: start, follows, file)
        }
        // Ends at the signal, and unlike the wait also when the group is cancelled.
        group.addTask { for await _ in signal {} }
        try await group.next()
        group.cancelAll()
      }
    }
  }

  private static let pause = Duration.seconds(1)

  private static func print(
    _ store: PostgresStore, after start: ChangePlace?, _ follows: Bool, _ file: String?
  ) async throws {
    var place: ChangePlace
    if let start {
      place = start
    } else {
      place = try await store.newestChange()
      try write(place, to: file)
    }
    while !Task.isCancelled {
      guard let page = try await page(of: store, after: place, follows) else { continue }
      try say(page.lines)
      if page.next != place { try write(page.next, to: file) }
      place = page.next
      guard !page.hasMore else { continue }
      guard follows, (try? await Task.sleep(for: pause)) != nil else { return }
    }
  }

  /// Nil after a pause, if the database is away and will be asked again.
  private static func page(
    of store: PostgresStore, after place: ChangePlace, _ follows: Bool
  ) async throws(Failure) -> NumberedChanges? {
    do throws(Failure) {
      return try await store.numberedChanges(after: place, limit: TellChanges.feedLimit)
    } catch {
      guard follows, case .unavailable = error else { throw error }
      try? await Task.sleep(for: pause)
      return nil
    }
  }

  // MARK: Cursors in files

  private static func place(in path: String) throws(CommandError) -> ChangePlace? {
    guard Files.exists(path) else { return nil }
    guard let text = Files.text(path), let place = ChangePlace(line: text) else {
      throw CommandError(
        .data, "\(path.printable(1_000)) has no cursor: remove it to begin with new changes.")
    }
    return place
  }

  private static func write(_ place: ChangePlace, to path: String?) throws(CommandError) {
    guard let path, !Files.replace(path, with: place.line + "\n") else { return }
    throw CommandError(
      .output, "cannot write \(path.printable(1_000))", because: String(cString: strerror(errno)))
  }
}

extension ChangePlace {
  /// The era and the number, with a dot between.
  fileprivate var line: String { "\(era.uuid).\(sequence)" }

  /// Nil for another text.
  fileprivate init?(line: String) {
    let parts = line.trimmed.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let era = SixteenBytes(uuid: String(parts[0])),
      let sequence = Int64(parts[1]), sequence >= 0
    else { return nil }
    self.init(era: era, sequence: sequence)
  }
}

extension NumberedChanges {
  /// A line for each change; one for all if it is not known what changed.
  fileprivate var lines: [String] {
    guard !isWhole else {
      return [Self.line(next) { $0.bool("is_whole", true) }]
    }
    return changes.map { change in
      Self.line(ChangePlace(era: next.era, sequence: change.sequence)) { writer in
        writer.string("kind", change.kind)
        if let vendor = change.vendor {
          writer.string("id", vendor)
        } else if change.key > 0 {
          writer.integer("id", change.key)
        }
        if change.isRemoved { writer.bool("is_removed", true) }
      }
    }
  }

  private static func line(
    _ place: ChangePlace, _ members: (inout JSONWriter) -> Void
  ) -> String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.string("cursor", place.line)
      members(&writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
