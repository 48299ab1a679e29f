import LocalPostgres
import Operations

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A worker's side of the channel to its parent.
struct ParentLink: Sendable {
  private let channel: ControlSocket

  init(_ channel: ControlSocket) {
    self.channel = channel
  }

  /// Obeys the parent on a thread of its own, also when the loop is busy.
  ///
  /// - Parameters:
  ///   - receive: told of each signal that the parent passes on.
  ///   - lost: the parent is gone, so that nobody would start this worker again, or stop it: it has
  ///     to end at once.
  func watch(_ receive: @escaping @Sendable (Int32) -> Void, lost: @escaping @Sendable () -> Void) {
    OwnProcess.startThread("moa.parent") { [channel] in
      while let byte = ControlSocket.readByte(from: channel.descriptor) { receive(Int32(byte)) }
      lost()
    }
  }

  /// Tells the parent that requests are answered.
  func ready() { channel.say("ready".utf8) }

  /// Tells the parent why this worker ends before it has served.
  func refuse(_ refusal: CommandError) {
    channel.say(WorkerWord.refused(refusal).line.utf8)
  }
}

/// What a worker says to its parent: one line each.
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
