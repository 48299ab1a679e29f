import CSandbox

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that reads an untrusted file, in a process without any other rights.
///
/// It reads descriptor 0 and writes 1; it can write no other file, read none but libraries, and
/// open no socket and start no process. See `CSandbox` for how, and the decision
/// `DecoderInASandbox` for why.
struct ConfinedProgram: Sendable {
  enum Outcome: Sendable, Equatable {
    /// It succeeded with this output; empty when it wrote to a file.
    case done([UInt8])
    /// Its output was longer than wanted, and was discarded; the number is its length. It
    /// succeeded, or was stopped when the exact length did not matter.
    case long(Int)
    /// It ended with an error status and a message.
    case refused(String)
    /// It used up its processor time.
    case exhausted
    /// It crashed, or had to be stopped for another reason than time.
    case broken(String)
    /// It was stopped at the deadline.
    case late
    /// It could not be started.
    case absent(String)
  }

  /// The destination of its output.
  enum Output {
    /// To us; at most this many bytes are wanted.
    case pipe(bytesMax: Int)
    /// To a file, which may have at most this many bytes.
    case file(Int32, bytesMax: Int)
  }

  let path: String
  let arguments: [String]
  var environment: [String] = []
  /// Bytes of address space.
  var memoryMax: UInt64 = 448 << 20
  /// Seconds of a processor.
  var processorSecondsMax: UInt64 = 10
  /// Bytes of output that are counted before the program is stopped.
  var countedMax = 64 << 20
  /// Whether it is stopped as soon as its output is longer than wanted.
  var stopsWhenLong = false

  /// Readable besides descriptor 0: libraries, where systems keep them.
  static let libraries = [
    "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache",
  ]
  /// Bytes of its messages that are kept.
  private static let complaintMax = 1_024

  /// Runs it and waits for its end; the calling thread does nothing else.
  ///
  /// - Parameters:
  ///   - input: a descriptor, which stays open.
  ///   - deadline: the time at which it is killed.
  func run(
    input: Int32, output: Output, deadline: ContinuousClock.Instant
  ) -> Outcome {
    guard let errors = Pipe.make() else { return .absent("pipe: \(Self.reason)") }
    defer { close(errors.reading) }
    switch output {
    case .file(let file, let bytesMax):
      let output = moa_reopen_for_writing(file)
      defer { if output >= 0 { close(output) } }
      guard output >= 0 else {
        close(errors.writing)
        return .absent("open for writing: \(Self.reason)")
      }
      return run(
        [input, output, errors.writing], reading: [errors.reading], fileBytesMax: bytesMax,
        limit: 0, deadline)
    case .pipe(let limit):
      guard let pipe = Pipe.make() else {
        close(errors.writing)
        return .absent("pipe: \(Self.reason)")
      }
      defer { close(pipe.reading) }
      return run(
        [input, pipe.writing, errors.writing], reading: [errors.reading, pipe.reading],
        fileBytesMax: 0, limit: limit, deadline)
    }
  }

  /// - Parameters:
  ///   - descriptors: become 0, 1 and 2; those of pipes are closed here.
  ///   - reading: our ends: of its error output and, if it writes to us, of its output.
  private func run(
    _ descriptors: [Int32], reading: [Int32], fileBytesMax: Int, limit: Int,
    _ deadline: ContinuousClock.Instant
  ) -> Outcome {
    let child = start(descriptors, fileBytesMax)
    let reason = Self.reason
    for descriptor in descriptors.suffix(reading.count) { close(descriptor) }
    guard child > 0 else { return .absent("fork: \(reason)") }
    var listener = ChildListener(
      output: reading.count > 1 ? reading[1] : -1, errors: reading[0], limit: limit,
      countedMax: stopsWhenLong ? limit : countedMax, complaintMax: Self.complaintMax)
    let isOver = listener.listen(until: deadline)
    let status = Self.bury(child, until: isOver ? deadline : nil)
    return outcome(listener, isOver: isOver, status: status)
  }

  private func start(_ descriptors: [Int32], _ fileBytesMax: Int) -> pid_t {
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    let readable = Self.libraries.map { UnsafePointer(strdup($0)) } + [nil]
    defer {
      (words + variables).forEach { free($0) }
      readable.forEach { free(UnsafeMutablePointer(mutating: $0)) }
    }
    return readable.withUnsafeBufferPointer { readable in
      var confinement = moa_confinement(
        memory: memoryMax, output: UInt64(max(0, fileBytesMax)), seconds: processorSecondsMax,
        readable: readable.baseAddress)
      return moa_spawn_confined(path, words, variables, descriptors, &confinement)
    }
  }

  private func outcome(_ listener: ChildListener, isOver: Bool, status: Int32?) -> Outcome {
    guard isOver, let status else {
      if stopsWhenLong, listener.isLong { return .long(listener.count) }
      return listener.count > countedMax ? .broken("it wrote without end") : .late
    }
    if let end = Self.end(bySignal: status & 0x7f) { return end }
    switch Int(status >> 8) & 0xff {
    case 0: return listener.bytes.map { .done($0) } ?? .long(listener.count)
    case MOA_NOT_CONFINED: return .absent("it cannot be confined on this system")
    case MOA_NOT_STARTED: return .absent("\(path) cannot be started")
    case let other:
      let complaint = String(decoding: listener.complaint, as: UTF8.self)
      return .refused("status \(other): \(complaint)")
    }
  }

  /// Nil for no signal.
  static func end(bySignal signal: Int32) -> Outcome? {
    switch signal {
    case 0: nil
    // Only the kernel sends this one, and only for this reason.
    case SIGXCPU: .exhausted
    default: .broken("it ended by signal \(signal)")
    }
  }

  /// Waits for the end of a child that hung up, and kills it if it does not end in time.
  ///
  /// - Returns: its status, or nil when it was killed.
  private static func bury(_ child: pid_t, until deadline: ContinuousClock.Instant?) -> Int32? {
    var status: Int32 = 0
    while let deadline, ContinuousClock.now < deadline {
      let found = waitpid(child, &status, WNOHANG)
      if found == child { return status }
      guard found == 0 || errno == EINTR else { return nil }
      usleep(500)
    }
    // The group, in case it has more than one process.
    kill(-child, SIGKILL)
    kill(child, SIGKILL)
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return nil
  }

  private static var reason: String { String(cString: strerror(errno)) }

  private struct Pipe {
    let reading: Int32
    let writing: Int32

    static func make() -> Pipe? {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      // Programs that other threads start at this moment close all descriptors that are not theirs.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return Pipe(reading: ends[0], writing: ends[1])
    }
  }
}
