import Cryptography
import Domain
import EventLoop
import HTTP
import HTTPServer
import LocalPostgres
import Meters
package import Operations
import Pictures
import Postgres
import Repositories
import Transport
import UseCases

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The server as a whole: starts its parts in order, and stops them in the opposite one.
package struct Application: Sendable {
  let configuration: Configuration
  let log: EventLog
  let stop: StopRequest
  let inheritance: Inheritance
  private let reload = ReloadRequest()
  private let isDraining = StopFlag()
  /// Raised in a worker when its parent says that the whole server ends.
  let isServerEnding = StopFlag()
  private let newerSchema: NewerSchemaNotice
  let systemd = SystemdNotifier.ofThisProcess()

  /// - Parameter inheritance: what the starting process has left open for it.
  package init(_ configuration: Configuration, _ log: EventLog, _ inheritance: Inheritance) {
    self.configuration = configuration
    self.log = log
    self.inheritance = inheritance
    stop = .server(log)
    newerSchema = NewerSchemaNotice(log.operations)
  }

  /// Serves until SIGTERM or SIGINT, and returns when everything is stopped.
  ///
  /// - Throws: one sentence when the server cannot start; what was started is stopped again.
  package func run() async throws(CommandError) {
    observeSignals()
    if inheritance.workerConfiguration != nil, let channel = inheritance.channel {
      return log.report(.stopped(cut: await serveAsWorker(channel)))
    }
    try configuration.databaseSettings.checkArchive()
    configuration.doubts.forEach { log.report(.doubt($0)) }
    let room = DescriptorLimit.connections(
      of: configuration.connections, workers: configuration.databaseSettings.processes)
    if room.connections < room.wanted { log.report(.doubt(DescriptorLimit.sentence(room))) }
    if configuration.database == nil, !configuration.postgresVariables.isEmpty {
      let names = configuration.postgresVariables.joined(separator: ", ")
      log.report(.remark("\(names) do not count for the private PostgreSQL."))
    }
    try checkTLS()
    try await checkListener()
    let database = try await OpenDatabase.open(configuration.databaseSettings) { [stop] in
      stop.willStart($0)
    }
    let end: End
    do throws(CommandError) {
      end = try await serveMeasured(database)
    } catch {
      try? await database.close(log.operations)
      throw error
    }
    try await database.close(log.operations)
    log.report(.stopped(cut: end.cut))
    if let failure = end.failure { throw failure }
  }

  /// How a server stopped that was asked to.
  struct End {
    /// The number of connections that were cut; nil when each worker reports its own.
    var cut: Int?
    /// The error, if stopping failed.
    var failure: CommandError?
  }

  /// Serves, and `/metrics` beside it where that is wanted.
  private func serveMeasured(_ database: OpenDatabase) async throws(CommandError) -> End {
    guard let address = configuration.metricsAddress else {
      return try await serve(database, nil)
    }
    let memory = try MetricsMemory.create(processes: configuration.processes)
    let server = try await MetricsServer.start(on: address, memory)
    log.report(.metricsListening(address: server.url))
    let end: End
    do throws(CommandError) {
      end = try await serve(database, memory)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    return end
  }

  private func serve(
    _ database: OpenDatabase, _ metrics: MetricsMemory?
  ) async throws(CommandError) -> End {
    database.supervise(log.operations)
    try await archive(database, metrics)
    let missing = DecoderCheck.missingConfinements()
    if !missing.isEmpty { log.report(.decoderLessConfined(missing: missing)) }
    guard configuration.workers == 0 else { return try await serveByWorkers(database, metrics) }
    let loop = try EventLoop.ofProgram()
    try await prepareSchema(database, loop)
    let meter = metrics.map { SupervisorMeter($0, configuration) }
    defer { withExtendedLifetime(meter) {} }
    return End(cut: try await serve(database, on: loop, measuredIn: metrics))
  }

  private func archive(
    _ database: OpenDatabase, _ metrics: MetricsMemory?
  ) async throws(CommandError) {
    let meter = configuration.archive == nil ? nil : metrics.map(ArchiveMeter.init)
    try await database.archive { [log] event in
      log.report(.archive(event))
      meter?.take(event)
    }
  }

  /// Serves in this process, on a database that is fit for it.
  ///
  /// - Returns: how many connections were cut at the end.
  func serve(
    _ database: OpenDatabase, on loop: EventLoop, _ memory: WorkerMemory? = nil,
    measuredIn metrics: MetricsMemory? = nil, ready: (() -> Void)? = nil
  ) async throws(CommandError) -> Int {
    let signingKey = try await signingKey(of: database, on: loop)
    let meters = metrics.map { servingMeters(in: $0) }
    let traces = configuration.traces.map { Traces.start($0, meters?.traces, log) }
    let disks = diskWatch(database, meters)
    let graph = try await makeGraph(
      loop, database, signingKey: signingKey, memory, disks, meters, traces)
    try await loadDemoShop(database, on: loop)
    stop.willServe { [log, reload] in
      log.report(.workers(.reloading))
      reload.receive()
    }
    let connectionCounts = inheritance.workerConfiguration.flatMap {
      memory?.connectionCounts(slot: $0.slot)
    }
    // Writes are rejected until it is known whether they are allowed.
    try? await loop.run { [watch = graph.readOnlyWatch] in await watch.begin() }
    let server = try await listen(graph, connectionCounts, meters, traces)
    if configuration.tls != nil { reload.willServe { await server.reloadTLS() } }
    if let ready { ready() } else { announce(server.address, database) }
    let pulse = meters.map { meters in Task { await meters.run(server) { await graph.publish() } } }
    let sweeping = Task { await sweep(by: graph) }
    let counting = Task { await count(by: graph) }
    let trending = Task { await countSearches(of: graph) { await $0.run() } }
    let watching = Task { await watchReadOnly(by: graph) }
    let watchingDisks = Task { await disks.run() }
    let watchdog = Task { await tellAlive(while: graph) }
    let signal = await stop.wait()
    let end = ContinuousClock.now + configuration.drainDelay + configuration.drainDeadline
    sweeping.cancel()
    counting.cancel()
    let cut = await drain(server, signal)
    watching.cancel()
    watchingDisks.cancel()
    watchdog.cancel()
    await sweeping.value
    await counting.value
    await watching.value
    trending.cancel()
    await trending.value
    await countSearches(of: graph) { await $0.count() }
    log.report(.counted(await server.counters))
    pulse?.cancel()
    await pulse?.value
    await graph.close()
    await traces?.close(by: end)
    return cut
  }

  // MARK: Starting

  /// The parent passes on the signals that a worker needs. Signals sent directly to a worker come
  /// from an operator, except Ctrl-C: it goes to the whole process group, and the parent handles
  /// it.
  private func observeSignals() {
    let isWorker = inheritance.workerConfiguration != nil
    TerminationSignals.observe(asServer: true) { [stop] signal in
      if !isWorker || signal != SIGINT { stop.receive(signal) }
    }
  }

  /// A worker gets it from its parent.
  private func signingKey(
    of database: OpenDatabase, on loop: EventLoop
  ) async throws(CommandError) -> [UInt8] {
    if let known = inheritance.workerConfiguration?.signingKey { return known }
    return try await SigningKey.load(from: database, on: loop)
  }

  /// Before anything else is started, which would only have to be stopped again.
  private func checkTLS() throws(CommandError) {
    do throws(ServerError) {
      try configuration.tls?.check()
    } catch {
      throw CommandError(.configuration, "", because: error.description)
    }
  }

  /// Runs before a database is made, since a server that cannot listen needs none.
  ///
  /// Workers of a killed server need a moment to end, and listen until then.
  private func checkListener() async throws(CommandError) {
    if inheritance.listener == nil {
      let address = configuration.address
      try await check(address, chosenBy: "--host and --port")
    }
    guard let address = configuration.metricsAddress else { return }
    try await check(address, chosenBy: "--metrics-listen")
  }

  private func check(_ address: ListenAddress, chosenBy flags: String) async throws(CommandError) {
    for attempt in 1...5 {
      do throws(ServerError) {
        return try ListeningSocket.check(address)
      } catch {
        if attempt == 5 {
          throw CommandError(
            .unavailable, "",
            because: "\(error.description). Choose another address by \(flags)")
        }
      }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// A private database is always migrated; an external one only if configured.
  func prepareSchema(
    _ database: OpenDatabase, _ loop: EventLoop
  ) async throws(CommandError) {
    let schema = SchemaPreparation(database, on: loop, log.operations)
    if database.started != nil || configuration.migrates {
      _ = try await schema.migrate()
    } else {
      try await schema.check(newerSchema)
    }
  }

  /// - Parameter memory: shared by all workers; nil for a process that serves alone.
  func makeGraph(
    _ loop: EventLoop, _ database: OpenDatabase, signingKey: [UInt8], _ memory: WorkerMemory?,
    _ disks: DiskWatch, _ meters: ServingMeters?, _ traces: Traces?
  ) async throws(CommandError) -> LoopGraph {
    let memory = if let memory { memory } else { try WorkerMemory.create(workers: 1) }
    let policies = Policies(configuration) { [log] in log.report(.remark($0)) }
    var parts = LoopGraph.Parts(
      configuration, database, policies, signingKey: signingKey, memory, isDraining,
      newerSchema, disks, meters, log)
    parts.standby = LoopGraph.StandbySettings(configuration)
    parts.traces = traces
    do {
      return try await LoopGraph.make(on: loop, parts)
    } catch {
      throw CommandError(.software, "cannot compose the server", because: "\(error)")
    }
  }

  func loadDemoShop(_ database: OpenDatabase, on loop: EventLoop) async throws(CommandError) {
    guard configuration.loadsDemo else { return }
    do {
      let shop = try DemoCatalogue.shop()
      let isLoaded = try await database.withPool(
        on: loop, observe: { [log] in log.report(.postgres($0)) }
      ) { pool in
        try await tellLink(PostgresStore(pool))
        return try await PostgresStore(pool).loadOnce(shop)
      }
      if isLoaded { log.report(.demoShopLoaded) }
    } catch let refusal as CommandError {
      throw refusal
    } catch {
      throw CommandError(.unavailable, "cannot load the demo shop", because: "\(error)")
    }
  }

  /// Tells a person at a terminal, and no log, how to arrange the demo shop.
  private func tellLink(_ store: PostgresStore) async throws {
    guard isatty(2) == 1 else { return }
    let create = CreateToken(
      repository: store, secretDigest: LibcryptoDigest(), randomBytes: randomBytes, now: { .now })
    let token = try await create(
      name: try Title("demo"), scopes: [.merchandise], lifetime: .seconds(12 * 3_600))
    sayBeside(["arrange the shop: \(configuration.siteURL)/admin#token=\(token.text)"])
  }

  private func listen(
    _ graph: LoopGraph, _ connectionCounts: ConnectionCounts?, _ meters: ServingMeters?,
    _ traces: Traces?
  ) async throws(CommandError) -> Server {
    let socket = try openListener()
    var server = ServerConfiguration(address: socket.address)
    server.connectionsMax = DescriptorLimit.connections(atMost: configuration.connections)
    meters?.take(connectionsMax: server.connectionsMax)
    server.limits.bodyBytes = Routes.bodyBytesMax
    // A proxy reads an error about a picture only after it has sent the whole picture.
    server.lingeringBytesMax = Routes.bodyBytesMax
    server.deadlines.idle = configuration.idleDeadline
    configuration.proxies.apply(to: &server)
    configuration.clientLimits.apply(to: &server)
    server.deadlines.handshake = configuration.handshakeDeadline
    server.tls = configuration.tls
    server.connectionCounts = connectionCounts
    server.traceRatio = configuration.traces?.ratio ?? 0
    let log = log
    do {
      let refusal = try Routes.refusal(
        strictTransport: configuration.tls != nil, in: configuration.usualLanguages,
        added: graph.added, now: { .now })
      let listener = try Server(
        server, inherited: socket, on: graph.loop, handler: graph.handler,
        refusal: { refusal($0, $1.id, $1.path) },
        observe: {
          meters?.take($0)
          traces?.take($0)
          log.report(.server($0))
        })
      try await listener.start()
      return listener
    } catch {
      throw CommandError(.unavailable, "", because: "\(error)")
    }
  }

  /// Prints the one line of standard output: scripts wait for it and read the port from it.
  func announce(_ listener: ListenAddress, _ database: OpenDatabase) {
    let address = listener.url(isSecure: configuration.tls != nil)
    // Standard output may be closed, or its disk full: we serve anyway.
    try? say("listening on \(address)")
    systemd.tell(.ready)
    let chosen = configuration.address
    if inheritance.listener != nil, chosen != listener {
      log.report(
        .doubt(
          "systemd holds the socket and says where: \(Setting.host.name) and \(Setting.port.name) are"
            + " not looked at (\(chosen)); change ListenStream= of moa.socket."))
    }
    if let traces = configuration.traces {
      log.report(.tracing(to: traces.collector, ratio: traces.ratio))
    }
    log.report(
      .listening(
        address: address, workers: configuration.workers,
        database: database.started == nil ? "\(database.connectionString)" : "private"))
  }

  // MARK: Stopping

  /// Ends the process of a server that has stopped, or of a command.
  ///
  /// Its threads still run, and may be using what libraries tidy up at exit(3). Everything printed
  /// must have been written.
  package static func exit(_ code: Int32) -> Never { _exit(code) }

  private func drain(_ server: Server, _ signal: Int32) async -> Int {
    isDraining.raise()
    systemd.tell(.stopping)
    log.report(.draining(signal: TerminationSignals.name(of: signal)))
    // A person sends Ctrl-C, with no load balancer that has to notice.
    let delay = signal == SIGTERM ? configuration.drainDelay : .zero
    return await server.drain(delay: delay, deadline: configuration.drainDeadline) {
      endsListening
    }
  }

  /// Whether no process will listen on the socket after us. A worker may leave while others stay.
  private var endsListening: Bool {
    inheritance.isListenerOurs
      && (inheritance.workerConfiguration == nil || isServerEnding.isRaised)
  }
}
