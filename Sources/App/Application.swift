import EventLoop
import Foundation
import HTTP
import HTTPServer
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
  private let configuration: Configuration
  private let log: EventLog
  private let stop: StopRequest
  private let isDraining = StopFlag()
  private let newerSchema: NewerSchemaNotice

  package init(_ configuration: Configuration, _ log: EventLog) {
    self.configuration = configuration
    self.log = log
    stop = StopRequest(log)
    newerSchema = NewerSchemaNotice { log.report($0) }
  }

  /// Serves until SIGTERM, SIGINT or SIGHUP, and returns when everything is stopped.
  ///
  /// - Throws: one sentence when the server cannot start; what was started is stopped again.
  package func run() async throws(Refusal) {
    TerminationSignals.observe { [stop] in stop.receive($0) }
    let database = try await OpenDatabase.open(configuration) { [stop] in stop.willStart($0) }
    do throws(Refusal) {
      try await serve(database)
    } catch {
      await database.close()
      throw error
    }
    await database.close()
  }

  private func serve(_ database: OpenDatabase) async throws(Refusal) {
    database.supervise(log)
    let loops = try Self.makeLoops(configuration.loops)
    try await prepareSchema(database, loops[0])
    let graphs = try await makeGraphs(loops, database)
    try await loadDemoShop(graphs[0])
    stop.willServe()
    let server = try await listen(graphs)
    announce(server, database)
    let signal = await stop.wait()
    let cut = await drain(server, signal)
    log.report(.counted(await server.counters))
    for graph in graphs { await graph.close() }
    log.report(.stopped(cut: cut))
  }

  // MARK: Starting

  static func makeLoops(_ count: Int) throws(Refusal) -> [EventLoop] {
    do {
      return try (0..<count).map { try EventLoop(label: "moa.loop.\($0)") }
    } catch {
      throw Refusal(.unavailable, "cannot make an event loop", because: "\(error)")
    }
  }

  /// A private database is ours to migrate; somebody else's only when we are told to.
  private func prepareSchema(
    _ database: OpenDatabase, _ loop: EventLoop
  ) async throws(Refusal) {
    let schema = SchemaPreparation(loop: loop, database: database, log: log)
    if database.started != nil || configuration.migrates {
      _ = try await schema.migrate()
    } else {
      try await schema.check(newerSchema)
    }
  }

  private func makeGraphs(
    _ loops: [EventLoop], _ database: OpenDatabase
  ) async throws(Refusal) -> [LoopGraph] {
    let parts = try LoopGraph.Parts(configuration, database, isDraining, newerSchema, log)
    var graphs: [LoopGraph] = []
    do {
      for loop in loops { graphs.append(try await LoopGraph.make(on: loop, parts)) }
    } catch {
      throw Refusal(.software, "cannot compose the server", because: "\(error)")
    }
    return graphs
  }

  private func loadDemoShop(_ graph: LoopGraph) async throws(Refusal) {
    guard configuration.loadsDemo else { return }
    do {
      let shop = try DemoCatalogue.shop()
      let isLoaded = try await graph.loop.run {
        try await LoadDemoShop(repository: PostgresDemoShop(graph.pool))(shop)
      }
      if isLoaded { log.report(.demoShopLoaded) }
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw Refusal(.unavailable, "cannot load the demo shop", because: "\(error)")
    }
  }

  private func listen(_ graphs: [LoopGraph]) async throws(Refusal) -> Server {
    var server = ServerConfiguration(
      address: ListenAddress(host: configuration.host, port: configuration.port))
    server.connectionsMax = DescriptorLimit.connections(atMost: configuration.connections)
    server.deadlines.idle = configuration.idleDeadline
    configuration.proxies.apply(to: &server)
    let log = log
    do {
      let listener = try Server(
        server, loops: graphs.map(\.loop),
        handler: { loop in
          guard let graph = graphs.first(where: { $0.loop === loop }) else {
            return { _ in Response(.serviceUnavailable) }
          }
          return graph.handler
        },
        refusal: Routes.refusal(), observe: { log.report(.server($0)) })
      try await listener.start()
      return listener
    } catch {
      throw Refusal(.unavailable, "", because: "\(error)")
    }
  }

  /// Prints the one line of standard output: scripts wait for it and read the port from it.
  private func announce(_ server: Server, _ database: OpenDatabase) {
    let address = server.address.description
    FileHandle.standardOutput.write(Data("listening on \(address)\n".utf8))
    log.report(
      .listening(
        address: address, loops: configuration.loops,
        database: database.started == nil ? "\(database.connectionString)" : "private"))
  }

  // MARK: Stopping

  private func drain(_ server: Server, _ signal: Int32) async -> Int {
    isDraining.raise()
    log.report(.draining(signal: TerminationSignals.name(of: signal)))
    // Ctrl-C comes from a person in front of the server, not from a load balancer's operator.
    let delay = signal == SIGINT ? .zero : configuration.drainDelay
    return await server.drain(delay: delay, deadline: configuration.drainDeadline)
  }
}
