import Cryptography
import Foundation
import HTTPServer

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two halves of a server of several processes: the parent, which holds the listener and the
/// database, and a worker, which serves.
extension Application {
  // MARK: The parent

  /// Serves by workers until a signal says to stop.
  ///
  /// After a hand-over nothing may be thrown that can go wrong by then: the old workers serve, and
  /// would end with us.
  func serveByWorkers(_ database: OpenDatabase) async throws(Refusal) -> End {
    var sealKey: [UInt8]?
    var obstacle = try await prepareForWorkers(database, &sealKey)
    let memory = try makeMemory(&obstacle)
    // What this process listened on before its exec, it can go on with.
    let listener = try openListener()
    var settings = settings(database, listener, memory, sealKey)
    settings.board = makeBoard()
    let supervisor = try Supervisor(settings, inheritance.handOver, log)
    stop.willForward { supervisor.receive($0) }
    let outcome = await supervisor.run(obstacle: obstacle)
    switch outcome {
    case .stopped(let isOrderly):
      let failure = Refusal(
        .software, "a worker died while the server was stopping (worker_died).")
      return End(failure: isOrderly ? nil : failure)
    case .refused(let refusal): throw refusal
    case .abandoned(let exitCode): stop.abandon(exitCode: exitCode)
    }
  }

  /// Everything that needs doing once and not by each worker.
  ///
  /// - Returns: what is in the way; then workers of the program before us serve on.
  private func prepareForWorkers(
    _ database: OpenDatabase, _ sealKey: inout [UInt8]?
  ) async throws(Refusal) -> String? {
    if let obstacle = database.obstacle { return obstacle }
    do throws(Refusal) {
      try checkTLS()
      let loop = try Self.makeLoops(1)[0]
      try await prepareSchema(database, loop)
      sealKey = try await SealKey.load(from: database, configuration, on: loop)
      try await loadDemoShop(database, on: loop)
      return nil
    } catch {
      guard inheritance.handOver != nil else { throw error }
      return error.description
    }
  }

  private func settings(
    _ database: OpenDatabase, _ listener: ListeningSocket, _ memory: WorkerMemory?,
    _ sealKey: [UInt8]?
  ) -> Supervisor.Settings {
    let brief = WorkerBrief(
      workers: configuration.workers, database: database.text.reveal(),
      isDatabasePrivate: database.started != nil,
      replica: configuration.replica?.text.reveal(),
      adminTokenDigest: configuration.adminTokenDigest,
      mommyTalkKeyDigest: configuration.catalogue.mommyTalkKeyDigest, sealKey: sealKey,
      isListenerOurs: inheritance.isListenerOurs,
      ticketSecret: configuration.tls.map { _ in randomOctets(32) })
    let leave = configuration.drainDelay + configuration.drainDeadline
    return Supervisor.Settings(
      workers: configuration.workers, deadlines: Crew.Deadlines(leave: leave), brief: brief,
      program: program, listener: listener, lock: database.lockDescriptor,
      externalDatabase: configuration.databaseText?.reveal(), memory: memory,
      announce: { announce(listener.address, database) })
  }

  /// Workers count together, or each would allow as much as all of them should; and they go on with
  /// what the program before us has counted, or a hand-over would give everybody a new allowance.
  ///
  /// - Returns: nil for an obstacle to a hand-over.
  private func makeMemory(_ obstacle: inout String?) throws(Refusal) -> WorkerMemory? {
    do throws(Refusal) {
      guard let descriptor = inheritance.handOver?.workerMemory else {
        return try WorkerMemory.create()
      }
      return try WorkerMemory.adopt(descriptor)
    } catch {
      guard inheritance.handOver != nil else { throw error }
      obstacle = obstacle ?? error.description
      return nil
    }
  }

  /// Those of the program before us have another one: they leave soon.
  private func makeBoard() -> SharedMemory? {
    guard configuration.workers > 1 else { return nil }
    return ConnectionBoard.memory(workers: configuration.workers) { log.report($0) }
  }

  /// The worker's place on the board; nil when its parent has given it none.
  func connectionBoard() -> ConnectionBoard? {
    guard let brief = inheritance.brief, let descriptor = brief.connectionBoard else { return nil }
    let memory = ConnectionBoard.memory(workers: brief.workers, adopting: descriptor) {
      log.report($0)
    }
    return memory.flatMap { ConnectionBoard($0, workers: brief.workers, seat: brief.seat) }
  }

  /// Binds, or takes over what listens already.
  func openListener() throws(Refusal) -> ListeningSocket {
    do throws(ServerError) {
      guard let descriptor = inheritance.listener else {
        return try ListeningSocket(
          ListenAddress(host: configuration.host, port: configuration.port))
      }
      let file = inheritance.handOver?.listenerFile
      return try ListeningSocket(
        inherited: descriptor,
        file: file.map {
          ListeningSocket.FileIdentity(device: $0.device, node: $0.node, made: $0.made)
        })
    } catch {
      throw Refusal(.unavailable, "", because: "\(error)")
    }
  }

  /// Says that this program could take over with these settings; whoever asked ends it.
  func answerRehearsal() {
    guard let channel = inheritance.channel else { return }
    channel.say(WorkerWord.ready.line.utf8)
  }

  // MARK: A worker

  /// Serves until the parent says to stop; ends at once when the parent is gone.
  ///
  /// The parent tells why a worker cannot start, so that one mistake is one sentence.
  ///
  /// - Returns: how many connections were cut at the end.
  func serveAsWorker(_ channel: LineChannel) async -> Int {
    let link = ParentLink(channel)
    let (stop, log) = (stop, log)
    link.watch({ [isServerEnding] signal in
      // Somebody else who ends a worker, or another worker that takes its place, ends nothing else.
      if signal == SIGTERM || signal == SIGINT { isServerEnding.raise() }
      stop.receive(signal)
    }) {
      log.close()
      _exit(0)
    }
    do throws(Refusal) {
      guard let text = configuration.databaseText, let database = configuration.database else {
        throw Refusal(.software, "a worker was started without a database")
      }
      let loops = try Self.makeLoops(1)
      return try await serve(OpenDatabase(database, text), on: loops) { link.ready() }
    } catch {
      link.refuse(error)
      log.close()
      _exit(error.code.rawValue)
    }
  }
}
