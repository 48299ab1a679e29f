import Cryptography
import Dialects
import Domain
import EventLoop
import HTTP
import LocalPostgres
import Meters
import Operations
import Pictures
import Postgres
import Repositories
import Resources
import Synchronization
import Transport
import UseCases
import Web

/// Everything that serves requests, joined by hand on the event loop of this process: pool,
/// repositories, use cases, routes.
struct LoopGraph: Sendable {
  let loop: EventLoop
  let pool: Pool
  /// One separate connection, so that the server stays ready while all of the pool's are busy.
  /// Tokens of answers are read on it.
  private let aside: Pool
  private let replica: Replica?
  private let answers: [ValidatedAnswers]
  let handler: Handler
  let readOnlyWatch: ReadOnlyWatch
  let parts: Parts
  /// The routes of apps that were made for other servers.
  var added: AddedRoutes { parts.added }
  /// Nil where searches are not counted.
  let collectedSearches: CollectedSearches?
  /// Raised when lost connections need not be logged any more.
  private let isClosing: StopFlag

  /// Builds the graph of `loop`; connections are opened when they are needed.
  static func make(on loop: EventLoop, _ parts: Parts) async throws -> LoopGraph {
    try await loop.run {
      let log = parts.log
      let meters = parts.meters
      let isClosing = StopFlag()
      let measured = parts.pool.measured(by: meters?.primary)
      let sessions = SessionCount()
      let pool = Pool(on: loop, measured.watched(by: parts.traces, as: .primary)) { event in
        meters?.primary.take(event)
        sessions.take(event)
        if case .lost = event, isClosing.isRaised { return }
        log.report(.postgres(event))
      }
      let aside = Pool(on: loop, parts.pool.ofOne) { sessions.take($0) }
      let standbySessions = SessionCount()
      let replica = parts.standby.map { standby in
        Replica(
          on: loop,
          standby.pool.measured(by: meters?.replica).watched(by: parts.traces, as: .replica),
          primary: pool, lagMax: standby.lagMax
        ) { event in
          meters?.replica.take(event)
          standbySessions.take(event)
          if case .lost = event, isClosing.isRaised { return }
          log.report(.replica(event))
        }
      }
      let policies = parts.policies
      let answers = ValidatedAnswers(
        .reading(aside, of: pool, sessions), staleSeconds: parts.staleSeconds)
      let standby = replica.map { replica in
        Standby(
          ports: ports(on: loop, replica.pool, aside, parts),
          remembering: ValidatedAnswers(.reading(replica.pool, of: replica.pool, standbySessions)),
          age: { replica.age }, isFresh: { replica.isFresh })
      }
      let handler = try Routes.handler(
        ports(on: loop, pool, aside, parts), remembering: answers, standby: standby,
        publicOrigin: parts.publicOrigin, site: .embedded,
        strictTransport: parts.strictTransport, policies: policies,
        added: parts.added,
        observe: { log.report(.incident(requestID: $0, what: $1)) },
        audit: { log.report(.audit($0)) })
      return LoopGraph(
        loop: loop, pool: pool, aside: aside, replica: replica,
        answers: [answers] + (standby.map { [$0.answers] } ?? []),
        handler: parts.traces?.around(handler) ?? handler,
        readOnlyWatch: ReadOnlyWatch(
          repository: PostgresStore(pool), gate: policies.readOnly), parts: parts,
        collectedSearches: policies.collectedSearches, isClosing: isClosing)
    }
  }

  /// Closes the pool; requests on this loop must be over.
  func close() async {
    isClosing.raise()
    let (pool, aside, replica) = (pool, aside, replica)
    try? await loop.run {
      await replica?.close()
      await aside.close()
      await pool.close()
    }
  }

  /// Publishes gauges of database and pictures, where they are measured.
  func publish() async {
    guard let meters = parts.meters else { return }
    let (pool, replica) = (pool, replica)
    try? await loop.run {
      meters.publish(pool, replica)
    }
    meters.publish(answers.map { $0.takeUsage() })
    meters.images.publish(parts.imagePipeline)
  }

  /// The settings and values that the graph is made of.
  struct Parts: Sendable {
    let pool: PoolConfiguration
    /// Set where some reads may be a little old.
    var standby: StandbySettings?
    let publicOrigin: Origin?
    let policies: Policies
    /// The routes of apps that were made for other servers.
    let added: AddedRoutes
    /// Whether browsers are told to use only TLS.
    let strictTransport: Bool
    /// The key of cursors, tags and identifiers.
    let signingKey: [UInt8]
    /// It limits how much of the machine hashing secrets takes.
    let secretHasher: ScryptHasher
    /// How many images are decoded at a time is bounded for all workers together.
    let imagePipeline: VipsImagePipeline
    let isDraining: StopFlag
    let newerSchema: NewerSchemaNotice
    let disks: DiskWatch
    /// Nil where nothing is measured.
    let meters: ServingMeters?
    /// Nil where nothing is traced.
    var traces: Traces?
    let log: EventLog
    /// How old an answer may be while the database is away.
    let staleSeconds: Int

    init(
      _ configuration: Configuration, _ database: OpenDatabase, _ policies: Policies,
      signingKey: [UInt8], _ memory: WorkerMemory, _ isDraining: StopFlag,
      _ newerSchema: NewerSchemaNotice, _ disks: DiskWatch, _ meters: ServingMeters?,
      _ log: EventLog
    ) {
      pool = database.pool
      publicOrigin = configuration.publicOrigin
      strictTransport = configuration.tls != nil
      staleSeconds = configuration.policies.staleSeconds
      self.policies = policies
      added = .dialects(DialectPolicies(configuration))
      self.signingKey = signingKey
      secretHasher = ScryptHasher { log.report(.remark($0)) }
      var images = VipsImagePipeline.Settings(
        tool: .find(), scratchDirectory: OwnProcess.temporaryDirectory)
      images.oversized = configuration.catalogue.oversizedImages
      images.slots = memory.decoderSlots(images.places)
      imagePipeline = VipsImagePipeline(images, PictureWatch(meter: meters?.images, log: log))
      self.disks = disks
      self.meters = meters
      self.isDraining = isDraining
      self.newerSchema = newerSchema
      self.log = log
    }
  }

  /// A standby for reads.
  struct StandbySettings: Sendable {
    private(set) var pool: PoolConfiguration
    let lagMax: Duration

    init?(_ configuration: Configuration) {
      guard let replica = configuration.replica else { return nil }
      pool = PoolConfiguration(replica.connectionString)
      pool.statements.isTallied = configuration.policies.simulates
      pool.statements.slowAfter = configuration.slowStatement
      lagMax = replica.lagMax
    }
  }

  private static func ports(
    on loop: EventLoop, _ pool: Pool, _ aside: Pool, _ parts: Parts
  ) -> Ports {
    let (isDraining, newerSchema) = (parts.isDraining, parts.newerSchema)
    let writes = parts.policies.readOnly
    let probe = PostgresReadiness(
      by: aside, or: pool, migrator: .embedded
    ) { newerSchema.take($0) }
    return Ports(
      pool,
      Ports.Machine(
        now: { .now }, randomBytes: randomBytes, secretDigest: LibcryptoDigest(),
        secretHasher: parts.secretHasher,
        signer: LibcryptoSigner(key: parts.signingKey), imagePipeline: parts.imagePipeline,
        readiness: PromptReadiness(
          probe: probe, loop: loop, isDraining: { isDraining.isRaised }, disks: parts.disks,
          areWritesStopped: { writes.refusesWrites })))
  }
}

/// Raised once, on any thread, and never lowered.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .relaxed) }

  func raise() { flag.store(true, ordering: .relaxed) }
}

extension PoolConfiguration {
  /// The same with a meter; nil measures nothing.
  func measured(by meter: DatabaseMeter?) -> Self {
    var copy = self
    copy.statements.meter = meter
    return copy
  }

  /// The same with one connection of each kind, and so hasty that the others can be asked in time
  /// when that one is silent.
  var ofOne: Self {
    var copy = self
    (copy.sharedConnectionsMax, copy.exclusiveConnectionsMax) = (1, 1)
    copy.waitingDeadline = .milliseconds(400)
    copy.statements.readDeadline = .milliseconds(400)
    return copy
  }
}

extension SiteFiles {
  /// The pages inside the binary.
  static let embedded = SiteFiles(
    Dictionary(Resources.web.map { ($0.name, $0.bytes) }) { first, _ in first })
}

extension Simulation.Machine {
  /// The machine of this process. The pools with `StatementPolicy.isTallied` count for it.
  static let here = Simulation.Machine(
    // The loop is not blocked: a system timer wakes the task, or at once if the client has left.
    pause: { try? await Task.sleep(for: $0) },
    nanoseconds: { MonotonicTime.now().nanoseconds },
    random: { .random(in: .min ... .max) },
    watchDatabase: { answer in
      let tally = StatementTally()
      let response = await StatementTally.$current.withValue(tally) { await answer() }
      return (response, DatabaseTime(tally))
    })
}

extension DatabaseTime {
  fileprivate init(_ tally: StatementTally) {
    self.init(
      statements: tally.statements, spent: tally.spent.wholeNanoseconds,
      first: tally.first?.nanoseconds ?? 0, last: tally.last?.nanoseconds ?? 0)
  }
}
