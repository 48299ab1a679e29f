import Dispatch
import Domain
import LocalPostgres
import Operations
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Takes lines from any thread and writes them to a descriptor on a thread of its own.
///
/// A request never waits for a log: a full disk or a stopped reader fills the queue up to its
/// bound, and then lines are dropped, counted, and reported once there is room again.
package final class LogQueue: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var dropped = 0
    var isWriterAsleep = false
    var isClosed = false
  }

  /// Some ten thousand lines: what accumulates in seconds without a reader under full load.
  package static let bytesMax = 4 << 20
  /// The writer collects for so long between two writes. Without it, every line under load would
  /// wake the writer, which costs the loop more than the line itself.
  private static let pauseMicroseconds: UInt32 = 5_000

  private let descriptor: Int32
  private let bytesMax: Int
  /// Bytes of a write beyond which other processes' lines may be mixed in.
  private let atomicBytesMax: Int?
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  private let format: LogLine.Format

  /// Writes to `descriptor` (standard error is 2), which stays the caller's.
  package init(
    descriptor: Int32, format: LogFormat = .auto, bytesMax: Int = LogQueue.bytesMax
  ) {
    self.descriptor = descriptor
    self.format =
      switch format {
      case .text: .text
      case .json: .json
      case .auto: isatty(descriptor) == 1 ? .text : .json
      }
    self.bytesMax = bytesMax
    atomicBytesMax = Self.atomicBytesMax(of: descriptor)
    OwnProcess.startThread("moa.log") { [self] in run() }
  }

  /// A line that begins now.
  func line(level: StaticString, event: String) -> LogLine {
    LogLine(.now, level: level, event: event, as: format)
  }

  /// Takes one finished line, or drops it when the queue is full. Never waits.
  package func append(_ line: [UInt8]) {
    let mustWake = state.withLock { state in
      guard !state.isClosed, state.pending.count + line.count <= bytesMax else {
        state.dropped += 1
        return false
      }
      state.pending.append(contentsOf: line)
      defer { state.isWriterAsleep = false }
      return state.isWriterAsleep
    }
    if mustWake { wake.signal() }
  }

  /// Writes what is pending and ends the writer, but waits no longer than `deadline`: a reader
  /// that has stopped must not keep a process from ending.
  package func close(within deadline: Duration = .seconds(1)) {
    state.withLock { $0.isClosed = true }
    wake.signal()
    let milliseconds = Int(clamping: deadline.components.seconds * 1_000)
    _ = finished.wait(timeout: .now() + .milliseconds(max(0, milliseconds)))
  }

  /// Lines that are lost and not reported yet.
  var dropped: Int { state.withLock { $0.dropped } }

  /// Waits until everything taken so far is written, but no longer than a second: for a process
  /// that is about to become another program.
  package func flush() {
    for _ in 0..<1_000 where !state.withLock({ $0.isWriterAsleep && $0.pending.isEmpty }) {
      usleep(1_000)
    }
  }

  // MARK: The writer's thread

  private func run() {
    while let (batch, dropped) = nextBatch() {
      write(batch, reporting: dropped)
      usleep(Self.pauseMicroseconds)
    }
    finished.signal()
  }

  /// Waits for lines; returns them with the number of lines that were dropped before, which the
  /// last line reports. Nil when the queue is closed and empty.
  private func nextBatch() -> (lines: [UInt8], dropped: Int)? {
    while true {
      let (batch, dropped, isClosed) = state.withLock { state in
        let taken = (state.pending, state.dropped, state.isClosed)
        state.pending = []
        state.dropped = 0
        state.isWriterAsleep = taken.0.isEmpty && taken.1 == 0 && !taken.2
        return taken
      }
      if !batch.isEmpty || dropped > 0 { return (batch + report(dropped), dropped) }
      if isClosed { return nil }
      wake.wait()
    }
  }

  private func report(_ dropped: Int) -> [UInt8] {
    guard dropped > 0 else { return [] }
    var line = line(level: "warning", event: "log_lines_dropped")
    line.add("count", dropped)
    return line.finished()
  }

  /// Several processes may share one pipe, which keeps only writes of at most this many bytes
  /// whole. Writes to a file are always whole.
  ///
  /// Source: POSIX.1-2017 write, PIPE_BUF (which Linux makes 4096, and macOS 512).
  private static func atomicBytesMax(of descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    let isShared = status.st_mode & S_IFMT == S_IFIFO || status.st_mode & S_IFMT == S_IFSOCK
    return isShared ? Int(PIPE_BUF) : nil
  }

  /// The part of `rest` to write at once: all of it, or as many whole lines as stay whole.
  static func piece(of rest: ArraySlice<UInt8>, atMost limit: Int?) -> ArraySlice<UInt8> {
    guard let limit, rest.count > limit else { return rest }
    let newline = UInt8(ascii: "\n")
    let end =
      rest.prefix(limit).lastIndex(of: newline) ?? rest.firstIndex(of: newline)
      ?? rest.endIndex - 1
    return rest[...end]
  }

  private func write(_ batch: [UInt8], reporting dropped: Int) {
    var rest = batch[...]
    while !rest.isEmpty {
      let piece = Self.piece(of: rest, atMost: atomicBytesMax)
      let count = piece.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // The descriptor is non-blocking: we share it with the process that started us, which may
        // set this.
        var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&readiness, 1, 1_000)
      } else if errno != EINTR {
        // The reader is gone or the disk is full: the rest of this batch is lost, with the report
        // of earlier losses.
        let lines = rest.count { $0 == UInt8(ascii: "\n") } - (dropped > 0 ? 1 : 0)
        return state.withLock { $0.dropped += lines + dropped }
      }
    }
  }
}

/// write(2), named apart from the queue's own method.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
