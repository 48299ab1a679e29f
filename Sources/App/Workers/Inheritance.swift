import HTTPServer
import LocalPostgres
package import Operations

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

/// What this process was started with: a listener from systemd or from a parent, and the channel to
/// that parent.
package struct Inheritance: Sendable {
  /// A listening socket, or nil: then we bind one.
  let listener: Int32?
  /// Set in a worker.
  let workerConfiguration: WorkerConfiguration?
  /// In a worker, to its parent.
  let channel: ControlSocket?

  /// Nothing.
  package static let none = Inheritance()

  init(
    listener: Int32? = nil, workerConfiguration: WorkerConfiguration? = nil,
    channel: ControlSocket? = nil
  ) {
    self.listener = listener
    self.workerConfiguration = workerConfiguration
    self.channel = channel
  }

  /// Where a worker finds the channel to its parent.
  static let channelVariable = "MOA_PARENT_CHANNEL"
  /// Source: sd_listen_fds(3).
  static let listenVariables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
  static let firstDescriptor: Int32 = 3

  /// Takes what is there, and the variables that tell of it out of the environment, so that no
  /// child process believes it to be meant.
  ///
  /// Call it before anything else runs: the environment must not change under other threads.
  /// - Throws: `.configuration` for several listeners, `.software` for what cannot be read.
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

  /// The settings that are not in our environment because they are secrets.
  var environment: [String: String] {
    let texts: [Setting: String?] = [
      .databaseURL: workerConfiguration?.database,
      .databaseReplicaURL: workerConfiguration?.replica,
    ]
    let told = texts.compactMap { setting, text in text.map { (setting.environmentVariable, $0) } }
    return Dictionary(uniqueKeysWithValues: told)
  }

  /// Whether the database is the private one; nil where only the settings tell.
  var isDatabasePrivate: Bool? { workerConfiguration?.isDatabasePrivate }

  /// Whether the listener ends with the server: systemd would go on listening on one of its own.
  var isListenerOurs: Bool { workerConfiguration?.isListenerOurs ?? (listener == nil) }

  /// What the settings become for this process.
  func adapt(_ configuration: inout Configuration) {
    guard let workerConfiguration else { return }
    configuration.adminTokenDigest = workerConfiguration.adminTokenDigest
    configuration.catalogue.mommyTalkKeyDigest = workerConfiguration.mommyTalkKeyDigest
    configuration.tls?.ticketSecret = workerConfiguration.ticketSecret
    configuration.keepsHouse = workerConfiguration.sweeps
    configuration.becomeWorker(
      of: max(1, workerConfiguration.workers),
      isDatabasePrivate: workerConfiguration.isDatabasePrivate)
  }
}
