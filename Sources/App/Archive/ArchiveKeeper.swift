import Domain
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
/// that the database keeps what the archive has not got yet, up to ``keptMegabytes``.
package final class ArchiveKeeper: Sendable {
  package enum Event: Sendable, Equatable {
    /// It works, for the first time or again.
    case working(chapter: String)
    /// It does not, and is tried again every few seconds. Told once for each reason.
    case failed(reason: String)
    case baseMade(chapter: String, took: Duration)
    case baseFailed(reason: String)
  }

  /// What the database keeps for an archive that is full or away; beyond that the log has a gap,
  /// and a new chapter begins.
  static let keptMegabytes = 4_096
  private static let basesEvery = Duration.seconds(86_400)
  private static let pause = Duration.seconds(5)

  private let layout: ArchiveLayout
  private let database: ConnectionString
  private let programs: ClientPrograms
  private let days: Int
  private let report: @Sendable (Event) -> Void
  private let isStopping = Atomic<Bool>(false)
  private let hasEnded = Atomic<Bool>(false)

  /// - Parameters:
  ///   - days: moments of so many days can be restored.
  ///   - report: called on the keeper's thread.
  init(
    _ layout: ArchiveLayout, of database: ConnectionString, by programs: ClientPrograms, days: Int,
    _ report: @escaping @Sendable (Event) -> Void
  ) {
    self.layout = layout
    self.database = database
    self.programs = programs
    self.days = days
    self.report = report
  }

  /// Returns after `stop()`. Blocks.
  func run() {
    defer { hasEnded.store(true, ordering: .sequentiallyConsistent) }
    var told: String?
    while !isStopping.load(ordering: .relaxed) {
      let reason: String
      do throws(CommandError) {
        let chapter = try currentChapter()
        let receiver = try startReceiver(chapter)
        told = nil
        reason = watch(receiver, chapter)
      } catch { reason = error.description }
      if isStopping.load(ordering: .relaxed) { return }
      if told != reason { report(.failed(reason: reason)) }
      told = reason
      wait(Self.pause)
    }
  }

  /// Call it before the database stops: nothing new is begun then.
  func willStop() { isStopping.store(true, ordering: .relaxed) }

  /// Call it when the database has stopped: it has handed over everything by then.
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

  /// The chapter that the database goes on with, or a new one.
  private func currentChapter() throws(CommandError) -> String {
    var current: String?
    for line in try ask(ReplicationSlots.list).split(separator: "\n") {
      let words = line.split(separator: "|").map(String.init)
      guard words.count == 2 else { continue }
      let chapter = String(words[0].dropFirst(ReplicationSlots.prefix.count))
      try ask(ReplicationSlots.release(words[0]))
      if words[1] == "t", current == nil, Files.exists(layout.wal(chapter)) {
        current = chapter
      } else {
        try ask(ReplicationSlots.drop(words[0]))
      }
    }
    if let current { return current }
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
    let keeper = ArchiveKeeper(ArchiveLayout(directory: "/"), of: database, by: programs, days: 1) {
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
    let status = psql.wait()
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

  private func startReceiver(_ chapter: String) throws(CommandError) -> ClientProcess {
    try start(
      "pg_receivewal",
      [
        "--directory=\(layout.wal(chapter))", "--slot=\(ReplicationSlots.prefix)\(chapter)",
        "--synchronous", "--no-loop",
      ])
  }

  /// Sees to everything until the receiver ends; the result is why it did.
  private func watch(_ receiver: ClientProcess, _ chapter: String) -> String {
    // One that cannot write says so at once.
    let settled = ContinuousClock.now + .seconds(1)
    var isSettled = false
    var patience = 0
    var bases = BaseSchedule(layout, chapter, every: Self.basesEvery)
    while true {
      if receiver.statusNow() != nil {
        bases.abandon()
        return receiver.complaint()
      }
      if isStopping.load(ordering: .relaxed) {
        bases.abandon()
        patience += 1
        // The database has stopped, and 15 s later it has not noticed.
        if patience == 300 { receiver.end() }
        if patience >= 300 { return "it did not end" }
      } else if ContinuousClock.now > settled {
        if !isSettled { report(.working(chapter: chapter)) }
        isSettled = true
        tend(&bases, chapter)
      }
      LocalPostgres.pause(milliseconds: 50)
    }
  }

  // MARK: Copies of the data directory

  private func tend(_ bases: inout BaseSchedule, _ chapter: String) {
    let outcome = bases.tend { place throws(CommandError) in
      try start(
        "pg_basebackup",
        [
          "--pgdata=\(place)", "--format=plain", "--wal-method=none", "--checkpoint=fast",
          "--label=moa",
        ])
    }
    switch outcome {
    case .made(let took):
      report(.baseMade(chapter: chapter, took: took))
      let limit = Timestamp.now.microseconds - Int64(days) * 86_400_000_000
      layout.removeOlder(than: Timestamp(clamping: limit))
    case .failed(let reason): report(.baseFailed(reason: reason))
    case nil: break
    }
  }
}

/// When copies of the data directory are made, and the one that is being made.
private struct BaseSchedule {
  enum Outcome {
    case made(took: Duration)
    case failed(String)
  }

  private let layout: ArchiveLayout
  private let chapter: String
  private let interval: Duration
  private var due: ContinuousClock.Instant
  private var current: (process: ClientProcess, place: String, began: ContinuousClock.Instant)?
  /// Between two attempts where the first has failed.
  private static let pause = Duration.seconds(60)

  init(_ layout: ArchiveLayout, _ chapter: String, every interval: Duration) {
    self.layout = layout
    self.chapter = chapter
    self.interval = interval
    let age = layout.bases(of: chapter).last.map {
      Duration.microseconds(Timestamp.now.microseconds - $0.time.microseconds)
    }
    due = .now + max(.zero, age.map { interval - $0 } ?? .zero)
  }

  /// Begins a copy when one is due, and gives it its name when it is complete.
  mutating func tend(
    _ start: (String) throws(CommandError) -> ClientProcess
  ) -> Outcome? {
    guard let (process, place, began) = current else {
      guard ContinuousClock.now >= due else { return nil }
      for name in Files.names(in: layout.bases(chapter)) where name.hasSuffix(".part") {
        Files.remove("\(layout.bases(chapter))/\(name)")
      }
      let place = "\(layout.bases(chapter))/next.part"
      do throws(CommandError) {
        current = (try start(place), place, .now)
        return nil
      } catch { return fail(error.description) }
    }
    guard let status = process.statusNow() else { return nil }
    current = nil
    let complaint = process.complaint()
    // A moment in the second in which it was complete could be before that.
    let time = Timestamp(clamping: Timestamp.now.microseconds + 999_999)
    let final = "\(layout.bases(chapter))/\(ArchiveLayout.name(of: time))"
    guard status == 0 else { return fail(complaint) }
    guard rename(place, final) == 0, Files.syncDirectory(layout.bases(chapter)) else {
      return fail("cannot rename \(place): \(String(cString: strerror(errno)))")
    }
    due = .now + interval
    return .made(took: .now - began)
  }

  private mutating func fail(_ reason: String) -> Outcome {
    due = .now + Self.pause
    return .failed(reason)
  }

  /// Ends the copy that is being made, and removes it.
  mutating func abandon() {
    guard let (process, place, _) = current else { return }
    current = nil
    process.end()
    _ = process.complaint()
    Files.remove(place)
  }
}
