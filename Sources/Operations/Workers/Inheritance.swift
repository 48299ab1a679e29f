import HTTPServer
import LocalPostgres

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The descriptors that this process was started with: a listener from systemd or from a parent,
/// and the channel to that parent.
package struct Inheritance: Sendable {
  /// A listening socket, or nil: then we bind one.
  package let listener: Int32?
  /// Set in a worker.
  package let workerConfiguration: WorkerConfiguration?
  /// In a worker, to its parent.
  package let channel: ControlSocket?

  /// Nothing.
  package static let none = Inheritance()

  package init(
    listener: Int32? = nil, workerConfiguration: WorkerConfiguration? = nil,
    channel: ControlSocket? = nil
  ) {
    self.listener = listener
    self.workerConfiguration = workerConfiguration
    self.channel = channel
  }

  /// Where a worker finds the channel to its parent.
  package static let channelVariable = "MOA_PARENT_CHANNEL"
  /// Source: sd_listen_fds(3).
  package static let listenVariables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
  static let firstDescriptor: Int32 = 3

  /// Takes them, and removes their variables from the environment, so that no child process uses
  /// them.
  ///
  /// Call it before anything else runs: the environment must not change under other threads.
  /// - Throws: `.configuration` for several listeners, `.software` for unreadable values.
  package static func take() throws(CommandError) -> Inheritance {
    let environment = OwnProcess.environment
    for name in listenVariables + [channelVariable] { unsetenv(name) }
    let listener = try listener(environment)
    guard let text = environment[channelVariable] else { return Inheritance(listener: listener) }
    guard let descriptor = Int32(text), let listener,
      let line = ControlSocket.readLine(from: descriptor),
      let workerConfiguration = try? JSONDecoder().decode(
        WorkerConfiguration.self, from: Data(line))
    else { throw CommandError(.software, "\(channelVariable) is not for people: unset it.") }
    for inherited in [descriptor, workerConfiguration.memory, workerConfiguration.metrics]
      .compactMap({ $0 })
    {
      ControlSocket.keepOnExec(inherited, false)
    }
    return Inheritance(
      listener: listener, workerConfiguration: workerConfiguration,
      channel: ControlSocket(descriptor: descriptor))
  }

  /// The socket that systemd, or a parent in the same way, has passed; nil when the variables are
  /// missing or meant for another process.
  ///
  /// Source: sd_listen_fds(3).
  private static func listener(_ environment: [String: String]) throws(CommandError) -> Int32? {
    guard environment["LISTEN_PID"].flatMap({ Int32($0) }) == getpid(),
      let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0
    else { return nil }
    guard count == 1 else {
      throw CommandError(
        .configuration, "\(count) listening sockets were passed (LISTEN_FDS): pass one.")
    }
    ControlSocket.keepOnExec(firstDescriptor, false)
    return firstDescriptor
  }

  /// Whether the database is the private one; nil when only the settings say.
  package var isDatabasePrivate: Bool? { workerConfiguration?.isDatabasePrivate }

  /// Whether the listener ends with the server: systemd would go on listening on one of its own.
  package var isListenerOurs: Bool { workerConfiguration?.isListenerOurs ?? (listener == nil) }
}

/// The values that a worker needs besides the settings, which it reads like its parent. They are
/// the first line on the channel between them, so that no secret is in an argument or a variable.
package struct WorkerConfiguration: Codable, Equatable, Sendable {
  /// How many share the listener, the limit of connections and the database.
  package var workers: Int
  /// libpq's connection text; may hold a password.
  package var database: String
  /// Whether that is the parent's private PostgreSQL, whose connections are shared out.
  package var isDatabasePrivate: Bool
  /// The same of its standby for reads, if there is one.
  package var replica: String?
  /// The SHA-256 of the administrator's token.
  package var adminTokenDigest: [UInt8]?
  /// The SHA-256 of the key of MommyTalk's apps.
  package var mommyTalkKeyDigest: [UInt8]?
  /// The key for signing tokens that clients send back; nil when the parent could not read it. So a
  /// worker that restarts while the database is down can serve.
  package var signingKey: [UInt8]?
  /// The descriptor of the ``WorkerMemory``.
  package var memory: Int32?
  /// The descriptor of the ``MetricsMemory``; nil without metrics.
  package var metrics: Int32?
  /// Its place in the counts there, from 0.
  package var slot = 0
  /// Whether only its parent and the workers listen on the socket.
  package var isListenerOurs = false
  /// Whether it is the one that sweeps for all.
  package var sweeps = false
  /// The source of the keys of TLS tickets, so that each worker resumes the sessions of the others.
  package var ticketSecret: [UInt8]?

  package init(workers: Int, database: String, isDatabasePrivate: Bool) {
    self.workers = workers
    self.database = database
    self.isDatabasePrivate = isDatabasePrivate
  }
}
