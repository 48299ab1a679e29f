import Cryptography
import EventLoop
import HTTPServer
import LocalPostgres
import Meters
import Operations

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
  func serveByWorkers(
    _ database: OpenDatabase, _ metrics: MetricsMemory?
  ) async throws(CommandError) -> End {
    let signingKey = try await prepareForWorkers(database)
    let memory = try WorkerMemory.create(workers: configuration.workers)
    let listener = try openListener()
    let meter = metrics.map { SupervisorMeter($0, configuration) }
    let measuring = meter.map { meter in Task { await meter.run(.supervisor) } }
    defer { measuring?.cancel() }
    let supervisor = try Supervisor(
      settings(database, listener, memory, signingKey, metrics?.descriptor, meter))
    stop.willForward { supervisor.receive($0) }
    switch await supervisor.run() {
    case .stopped(let isOrderly):
      let failure = CommandError(
        .software, "a worker died while the server was stopping (worker_died).")
      return End(failure: isOrderly ? nil : failure)
    case .refused(let refusal): throw refusal
    case .abandoned(let exitCode): stop.abandon(exitCode: exitCode)
    }
  }

  /// Everything that needs doing once and not by each worker.
  ///
  /// - Returns: the key that workers sign with.
  private func prepareForWorkers(_ database: OpenDatabase) async throws(CommandError) -> [UInt8] {
    let loop = try EventLoop.ofProgram()
    try await prepareSchema(database, loop)
    let signingKey = try await SigningKey.load(from: database, on: loop)
    try await loadDemoShop(database, on: loop)
    return signingKey
  }

  private func settings(
    _ database: OpenDatabase, _ listener: ListeningSocket, _ memory: WorkerMemory,
    _ signingKey: [UInt8], _ metrics: Int32?, _ meter: SupervisorMeter?
  ) -> Supervisor.Settings {
    var worker = WorkerConfiguration(
      workers: configuration.workers, database: database.text.reveal(),
      isDatabasePrivate: database.started != nil)
    worker.replica = configuration.replica?.text.reveal()
    worker.adminTokenDigest = configuration.adminTokenDigest
    worker.mommyTalkKeyDigest = configuration.catalogue.mommyTalkKeyDigest
    worker.signingKey = signingKey
    worker.isListenerOurs = inheritance.isListenerOurs
    worker.ticketSecret = configuration.tls.map { _ in randomBytes(32) }
    let leave = configuration.drainDelay + configuration.drainDeadline
    return Supervisor.Settings(
      workers: configuration.workers, deadlines: WorkerStateMachine.Deadlines(leave: leave),
      workerConfiguration: worker, listener: listener, memory: memory,
      systemd: systemd, metrics: metrics, announce: { announce(listener.address, database) },
      report: { [log] event in
        meter?.take(event)
        log.report(.workers(event))
      }, ended: { meter?.takeEnd(ofWorkerAt: $0) })
  }

  /// Binds the address, or takes over an existing listener.
  func openListener() throws(CommandError) -> ListeningSocket {
    do throws(ServerError) {
      guard let descriptor = inheritance.listener else {
        return try ListeningSocket(
          configuration.address)
      }
      return try ListeningSocket(inherited: descriptor)
    } catch {
      throw CommandError(.unavailable, "", because: "\(error)")
    }
  }

  // MARK: A worker

  /// Serves until the parent says to stop; ends at once when the parent is gone.
  ///
  /// The parent reports why a worker cannot start, so that one mistake is reported once.
  ///
  /// - Returns: how many connections were cut at the end.
  func serveAsWorker(_ channel: ControlSocket) async -> Int {
    let link = ParentLink(channel)
    let (stop, log) = (stop, log)
    link.watch({ [isServerEnding] signal in
      // A signal from elsewhere ends only this worker.
      if signal == SIGTERM || signal == SIGINT { isServerEnding.raise() }
      stop.receive(signal)
    }) {
      log.close()
      _exit(0)
    }
    do throws(CommandError) {
      guard let text = configuration.databaseText, let database = configuration.database else {
        throw CommandError(.software, "a worker was started without a database")
      }
      let loop = try EventLoop.ofProgram()
      let workerConfiguration = inheritance.workerConfiguration
      let memory = try workerConfiguration?.memory.map { (descriptor) throws(CommandError) in
        try WorkerMemory.adopt(descriptor, workers: workerConfiguration?.workers ?? 1)
      }
      let metrics = try workerConfiguration?.metrics.map { (descriptor) throws(CommandError) in
        try MetricsMemory.adopt(descriptor, processes: workerConfiguration?.workers ?? 1)
      }
      return try await serve(
        OpenDatabase(database, text, configuration.databaseSettings), on: loop, memory,
        measuredIn: metrics
      ) { link.ready() }
    } catch {
      link.refuse(error)
      log.close()
      _exit(error.code.rawValue)
    }
  }
}
