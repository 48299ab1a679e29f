import Postgres
import Repositories

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Has `pg_dump` write one moment of the shop.
enum ShopDump {
  /// Only our schema: an external database may hold others.
  private static let arguments = [
    "--format=custom", "--schema=moa", "--lock-wait-timeout=60s", "--no-password",
  ]

  /// Writes the dump; returns the version of the program that wrote it. Blocks.
  ///
  /// - Parameter snapshot: of a transaction that stays open.
  static func write(
    _ database: ConnectionString, _ snapshot: ShopSnapshot, into writer: BackupWriter,
    _ progress: ProgressLine?
  ) throws(CommandError) -> ClientPrograms {
    let server = snapshot.serverVersion / 10_000
    let programs = try ClientPrograms.find(server: server, oldest: server)
    let pipe = try BytePipe()
    defer { pipe.closeReading() }
    let dump = try start(programs, database, snapshot, output: pipe.writing)
    // Then the dump's end is the pipe's.
    pipe.closeWriting()
    do throws(CommandError) {
      while let piece = pipe.next() {
        try writer.take(piece)
        progress?.tell("saved \(writer.bytes >> 20) MB")
      }
    } catch {
      dump.end()
      throw error
    }
    let status = dump.wait()
    let complaint = dump.complaint()
    guard status == 0 else {
      throw CommandError(.unavailable, "pg_dump failed", because: complaint)
    }
    return programs
  }

  private static func start(
    _ programs: ClientPrograms, _ database: ConnectionString, _ snapshot: ShopSnapshot,
    output: Int32
  ) throws(CommandError) -> ClientProcess {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { if nothing >= 0 { close(nothing) } }
    return try ClientProcess(
      programs.path(of: "pg_dump"),
      arguments + (snapshot.name.map { ["--snapshot=\($0)"] } ?? []), on: database,
      input: nothing, output: output)
  }
}

/// Bytes from one program to another, or to us.
final class BytePipe {
  private(set) var reading: Int32
  private(set) var writing: Int32
  private var piece = [UInt8](repeating: 0, count: 256 << 10)

  init() throws(CommandError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CommandError(.unavailable, "the system makes no pipe.") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if reading >= 0 { close(reading) }
    reading = -1
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// The received bytes; nil at the end.
  func next() -> [UInt8]? {
    while true {
      let count = read(reading, &piece, piece.count)
      if count > 0 { return Array(piece.prefix(count)) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }
}
