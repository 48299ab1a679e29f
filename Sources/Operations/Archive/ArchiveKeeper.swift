import Domain
import LocalPostgres
import Postgres
import Repositories
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Keeps an archive of the private database while a server runs: each write within a second of its
/// commit, and once a day a copy of the data directory.
///
/// PostgreSQL's own programs do the work, started without a shell. `pg_receivewal` reads a slot, so
/// that the database keeps the log that the archive still lacks, up to
/// ``LocalPostgresSettings/keptLogMegabytes``. The slot also records that there is an archive:
/// while its files cannot be seen, no other is begun.
package final class ArchiveKeeper: Sendable {
  package enum Event: Sendable, Equatable {
    /// It works, for the first time or again.
    case working(chapter: String)
    /// It does not work, and is tried again every few seconds. Reported once for each reason.
    case failed(reason: String)
    case baseMade(chapter: String, took: Duration)
    case baseFailed(reason: String)
  }

  private static let copiesEvery = Duration.seconds(86_400)
  private static let pause = Duration.seconds(5)
  /// For the database's answer to one statement.
  private static let answerPatience = Duration.seconds(20)

  private let archive: SharedArchive
  private let database: ConnectionString
  private let programs: ClientPrograms
  private let days: Int
  private let report: @Sendable (Event) -> Void
  private let isStopping = Atomic<Bool>(false)
  private let hasEnded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - days: any moment of this many days can be restored.
  ///   - report: called on the keeper's thread.
  init(
    _ archive: SharedArchive, of database: ConnectionString, by programs: ClientPrograms, days: Int,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    self.archive = archive
    self.database = database
    self.programs = programs
    self.days = days
    self.report = report
  }

  /// Returns after `stop()`. Blocks.
  func run() {
    defer { hasEnded.store(true, ordering: .sequentiallyConsistent) }
    var told: String?
    var former: CopySchedule?
    while !isStopping.load(ordering: .relaxed) {
      let reason: String
      do throws(CommandError) {
        let layout = archive.layout(of: try ask(ReplicationSlots.system).withoutBlanks)
        let chapter = try currentChapter(layout)
        // A full disk gets room before anything is written. If nothing can be removed, the log
        // still continues; the next copy reports why.
        try? removeOlder(layout, chapter)
        // When the next copy is due outlives a receiver.
        var copies = former.flatMap { $0.directory == layout.bases(chapter) ? $0 : nil }
        if copies == nil { copies = try schedule(layout, chapter) }
        former = copies
        let receiver = try startReceiver(layout, chapter)
        reason = watch(receiver, layout, chapter, &former, &told)
      } catch { reason = error.description }
      if isStopping.load(ordering: .relaxed) { return }
      if told != reason { report(.failed(reason: reason)) }
      told = reason
      wait(Self.pause)
    }
  }

  /// Call it before the database stops: nothing new is started after it.
  func willStop() { isStopping.store(true, ordering: .relaxed) }

  /// Call it after the database has stopped: by then it has sent everything.
  func stop() {
    willStop()
    let end = ContinuousClock.now + .seconds(20)
    while !hasEnded.load(ordering: .sequentiallyConsistent), ContinuousClock.now < end {
      LocalPostgres.pause(milliseconds: 10)
    }
  }

  private func wait(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end, !isStopping.load(ordering: .relaxed) {
      LocalPostgres.pause(milliseconds: 50)
    }
  }

  // MARK: The log

  /// The chapter that the database continues, or a new one.
  private func currentChapter(_ layout: ArchiveLayout) throws(CommandError) -> String {
    var current: String?
    for line in try ask(ReplicationSlots.list).split(separator: "\n") {
      let words = line.split(separator: "|").map(String.init)
      guard words.count == 2 else { continue }
      let chapter = String(words[0].dropFirst(ReplicationSlots.prefix.count))
      // Also for one that has a gap: a new chapter must not begin beside a disk that is away.
      if let reason = layout.absence(of: chapter) { throw Self.away(reason) }
      try ask(ReplicationSlots.release(words[0]))
      if words[1] == "t", current == nil {
        current = chapter
      } else {
        try ask(ReplicationSlots.drop(words[0]))
      }
    }
    if let current { return current }
    return try newChapter(layout)
  }

  private static func away(_ reason: String) -> CommandError {
    CommandError(
      .unavailable,
      "the archive is away (\(reason)): mount its disk; to begin another archive start the server"
        + " once without \(SettingName.archive).")
  }

  private func newChapter(_ layout: ArchiveLayout) throws(CommandError) -> String {
    // One that we make could be below the place where a disk is not mounted yet.
    guard Files.allNames(in: archive.directory) != nil else {
      throw CommandError(
        .unavailable,
        "cannot use the archive (\(FileTree.Trouble(archive.directory))): mount its disk, or make"
          + " the directory with mkdir.")
    }
    let chapter = ArchiveLayout.name(of: .now)
    do throws(FileTree.Trouble) {
      try FileTree.makeClosed(layout.directory)
      try FileTree.makeClosed("\(layout.directory)/\(chapter)")
      try FileTree.makeClosed(layout.wal(chapter))
      try FileTree.makeClosed(layout.bases(chapter))
    } catch {
      throw CommandError(.unavailable, "cannot make the archive", because: "\(error)")
    }
    try ask(ReplicationSlots.make(ReplicationSlots.prefix + chapter))
    return chapter
  }

  /// Has the server keep nothing more for an archive. Blocks.
  static func forget(
    in database: ConnectionString, by programs: ClientPrograms
  ) throws(CommandError) {
    let keeper = ArchiveKeeper(SharedArchive(directory: "/"), of: database, by: programs, days: 1) {
      _ in
    }
    for line in try keeper.ask(ReplicationSlots.list).split(separator: "\n") {
      let name = String(line.prefix { $0 != "|" })
      try keeper.ask(ReplicationSlots.release(name))
      try keeper.ask(ReplicationSlots.drop(name))
    }
  }

  /// Runs one statement; the result is a line for each row.
  @discardableResult
  private func ask(_ statement: String) throws(CommandError) -> String {
    let output = NamelessFile.open()
    guard output >= 0 else { throw CommandError(.unavailable, "there is no memory for a file.") }
    defer { close(output) }
    let psql = try start(
      "psql", ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", statement],
      output: output)
    let end = ContinuousClock.now + Self.answerPatience
    let status = psql.wait { if ContinuousClock.now > end { psql.beginEnd() } }
    let complaint = psql.complaint()
    guard status == 0 else {
      throw CommandError(.unavailable, "cannot ask the database", because: complaint)
    }
    lseek(output, 0, SEEK_SET)
    return String(decoding: Files.read(output) ?? [], as: UTF8.self)
  }

  private func start(
    _ program: String, _ arguments: [String], output: Int32? = nil
  ) throws(CommandError) -> ClientProcess {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { if null >= 0 { close(null) } }
    return try ClientProcess(
      programs.path(of: program), arguments + ["--no-password"], on: database, input: null,
      output: output ?? null)
  }

  private func startReceiver(
    _ layout: ArchiveLayout, _ chapter: String
  ) throws(CommandError) -> ClientProcess {
    do throws(FileTree.Trouble) { try layout.removeUnusable(in: chapter) } catch {
      throw CommandError(.unavailable, "cannot use the archive", because: "\(error)")
    }
    return try start(
      "pg_receivewal",
      [
        "--directory=\(layout.wal(chapter))", "--slot=\(ReplicationSlots.prefix)\(chapter)",
        "--synchronous", "--no-loop",
      ])
  }

  /// Sees to everything until the receiver ends; the result is why it did.
  private func watch(
    _ receiver: ClientProcess, _ layout: ArchiveLayout, _ chapter: String,
    _ copies: inout CopySchedule?, _ told: inout String?
  ) -> String {
    // A receiver that cannot write ends at once.
    let settled = ContinuousClock.now + .seconds(1)
    var health: ReceiverHealth?
    var patience = 0
    while true {
      if receiver.statusNow() != nil {
        copies?.abandon()
        let complaint = receiver.complaint()
        return health?.isStuck == true ? ReceiverHealth.reason : complaint
      }
      if isStopping.load(ordering: .relaxed) {
        copies?.abandon()
        patience += 1
        // The database has stopped, and 15 s later it has not noticed.
        if patience == 300 { receiver.end() }
        if patience >= 300 { return "it did not end" }
      } else if ContinuousClock.now > settled, health?.isStuck != true {
        if health == nil {
          report(.working(chapter: chapter))
          told = nil
        }
        var now = health ?? ReceiverHealth(.now)
        look(at: &now, chapter)
        health = now
        if now.isStuck {
          report(.failed(reason: ReceiverHealth.reason))
          told = ReceiverHealth.reason
          receiver.beginEnd()
        } else {
          tend(&copies, layout, chapter)
        }
      }
      LocalPostgres.pause(milliseconds: 50)
    }
  }

  /// A receiver that hangs, such as on a disk in the network, looks like one that works.
  private func look(at health: inout ReceiverHealth, _ chapter: String) {
    guard health.isDue(.now) else { return }
    let line = try? ask(ReplicationSlots.progress(ReplicationSlots.prefix + chapter))
    let words = (line ?? "").withoutBlanks.split(separator: "|", omittingEmptySubsequences: false)
    let numbers = words.map { Int64($0) }
    health.take(
      written: numbers.first ?? nil, wanted: numbers.count == 2 ? numbers[1] : nil, at: .now)
  }

  // MARK: Copies of the data directory

  private func schedule(
    _ layout: ArchiveLayout, _ chapter: String
  ) throws(CommandError) -> CopySchedule {
    do throws(FileTree.Trouble) {
      return try CopySchedule(layout, chapter, every: Self.copiesEvery)
    } catch { throw CommandError(.unavailable, "cannot read the archive", because: "\(error)") }
  }

  private func tend(_ copies: inout CopySchedule?, _ layout: ArchiveLayout, _ chapter: String) {
    let outcome = copies?.tend { place throws(CommandError) in
      try removeOlder(layout, chapter)
      return try start(
        "pg_basebackup",
        [
          "--pgdata=\(place)", "--format=plain", "--wal-method=none", "--checkpoint=fast",
          "--label=moa",
        ])
    }
    switch outcome {
    case .made(let took):
      report(.baseMade(chapter: chapter, took: took))
      do throws(CommandError) { try removeOlder(layout, chapter) } catch {
        report(.baseFailed(reason: error.description))
      }
    case .failed(let reason): report(.baseFailed(reason: reason))
    case nil: break
    }
  }

  /// Only while no copy is made.
  private func removeOlder(
    _ layout: ArchiveLayout, _ current: String
  ) throws(CommandError) {
    let limit = Timestamp.now.microseconds - Int64(days) * 86_400_000_000
    do throws(FileTree.Trouble) {
      try layout.removeOlder(than: Timestamp(clamping: limit), besides: current)
    } catch {
      throw CommandError(.unavailable, "cannot remove old files", because: "\(error)")
    }
  }
}
