import CSpawn
import LocalPostgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One end of the two-way channel between a parent and its child. When a process ends, however it
/// ends, its side is closed: so each learns of the other's death.
///
/// A child sends lines; a parent sends one line, the configuration, and then bytes that are signal
/// numbers.
package struct ControlSocket: Sendable {
  let descriptor: Int32

  /// Two connected ends, neither inherited by programs that we start.
  static func pair() -> (ours: ControlSocket, theirs: ControlSocket)? {
    var ends: [Int32] = [-1, -1]
    guard moa_channel(&ends) == 0 else { return nil }
    return (ControlSocket(descriptor: ends[0]), ControlSocket(descriptor: ends[1]))
  }

  func close() { closeDescriptor(descriptor) }

  /// Sends a line without waiting: if it does not fit, the other side is not reading, and it is
  /// dropped.
  @discardableResult
  func say(_ line: some Sequence<UInt8>) -> Bool { send(Array(line) + [UInt8(ascii: "\n")]) }

  /// Passes a signal's number on.
  @discardableResult
  func tell(_ signal: Int32) -> Bool { send([UInt8(truncatingIfNeeded: signal)]) }

  private func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Glibc)
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #else
      let flags = MSG_DONTWAIT
    #endif
    return sendBytes(descriptor, bytes, flags) == bytes.count
  }

  /// The received bytes, without waiting: nil when there are none, and empty when the other side
  /// has hung up.
  func received() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return nil }
    return Array(bytes.prefix(max(0, count)))
  }

  /// Waits for a line and returns it without its end; nil when there is none.
  static func readLine(from descriptor: Int32) -> [UInt8]? {
    var line: [UInt8] = []
    while line.count < lineBytesMax {
      guard let byte = readByte(from: descriptor) else { return nil }
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    return nil
  }

  /// A configuration has some hundred bytes.
  static let lineBytesMax = 1 << 16

  /// Waits for a byte; nil at the end.
  static func readByte(from descriptor: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = read(descriptor, &byte, 1)
      if count == 1 { return byte }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Whether programs that we start get the descriptor.
  static func keepOnExec(_ descriptor: Int32, _ isKept: Bool) {
    _ = fcntl(descriptor, F_SETFD, isKept ? 0 : FD_CLOEXEC)
  }
}

/// send(2) and close(2), named apart from the channel's own methods.
private func sendBytes(_ descriptor: Int32, _ bytes: [UInt8], _ flags: Int32) -> Int {
  send(descriptor, bytes, bytes.count, flags)
}
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

/// A worker's side of the channel to its parent.
package struct ParentLink: Sendable {
  private let channel: ControlSocket

  package init(_ channel: ControlSocket) {
    self.channel = channel
  }

  /// Obeys the parent on a thread of its own, also when the loop is busy.
  ///
  /// - Parameters:
  ///   - receive: called with each signal that the parent passes on.
  ///   - lost: the parent is gone, so no process would restart or stop this worker: it has to end
  ///     at once.
  package func watch(
    _ receive: @escaping @Sendable (Int32) -> Void, lost: @escaping @Sendable () -> Void
  ) {
    OwnProcess.startThread("moa.parent") { [channel] in
      while let byte = ControlSocket.readByte(from: channel.descriptor) { receive(Int32(byte)) }
      lost()
    }
  }

  /// Tells the parent that this worker serves.
  package func ready() { channel.say("ready".utf8) }

  /// Tells the parent why this worker ends before it has served.
  package func refuse(_ refusal: CommandError) {
    channel.say(WorkerWord.refused(refusal).line.utf8)
  }
}

/// A worker's messages to its parent: one line each.
enum WorkerWord: Equatable {
  case ready
  case refused(CommandError)

  private static let refusedPrefix = "refused "

  var line: String {
    switch self {
    case .ready: "ready"
    case .refused(let refusal):
      // A mistake in the configuration has lines; the channel's lines have none.
      Self.refusedPrefix + "\(refusal.code.rawValue) "
        + refusal.description.replacing("\n", with: "\r")
    }
  }

  init?(line: String) {
    if line == "ready" {
      self = .ready
      return
    }
    let words = line.split(separator: " ", maxSplits: 2)
    guard line.hasPrefix(Self.refusedPrefix), words.count == 3, let number = Int32(words[1]),
      let code = CommandError.ExitCode(rawValue: number)
    else { return nil }
    self = .refused(CommandError(code, String(words[2]).replacing("\r", with: "\n")))
  }
}
