package import HTTP
import Synchronization

/// Lets a request ask for a bad network, for those who develop apps: the field `Moa-Simulate` asks
/// for a delay, a refusal or a cut, and `Server-Timing` tells where the time of an answer went.
///
/// Both are one setting: who needs one needs the other, and timings tell strangers what is slow
/// inside. A server without it builds nothing of this but the gate that refuses the field.
package struct Simulation: Sendable {
  /// Functions of the machine that this needs.
  package struct Machine: Sendable {
    package typealias Answer = @Sendable () async -> Response

    package let pause: @Sendable (Duration) async -> Void
    package let nanoseconds: @Sendable () -> Int64
    package let random: @Sendable () -> UInt64
    package let watchDatabase: @Sendable (Answer) async -> (Response, DatabaseTime)

    /// - Parameters:
    ///   - pause: waits without blocking other requests.
    ///   - nanoseconds: of a clock that never jumps.
    ///   - random: a seed for requests that name none.
    ///   - watchDatabase: runs its argument, and returns the statements and the time that it took
    ///     in the database.
    package init(
      pause: @escaping @Sendable (Duration) async -> Void,
      nanoseconds: @escaping @Sendable () -> Int64,
      random: @escaping @Sendable () -> UInt64,
      watchDatabase: @escaping @Sendable (Answer) async -> (Response, DatabaseTime)
    ) {
      self.pause = pause
      self.nanoseconds = nanoseconds
      self.random = random
      self.watchDatabase = watchDatabase
    }
  }

  private let machine: Machine
  private let seeds = SeedCounts()

  package init(_ machine: Machine) {
    self.machine = machine
  }

  /// The outcome of the next request with this field.
  package func outcome(of field: SimulateField) -> SimulatedOutcome {
    guard let seed = field.seed else {
      return SimulatedOutcome(field, Chances(seed: machine.random(), number: 1))
    }
    return SimulatedOutcome(
      field, Chances(seed: seed, number: field.seedNumber ?? seeds.next(of: seed)))
  }

  /// The handler with a delay, a cut and a timing around it; ``SimulationGate`` inside reads the
  /// field, so that what it refuses is refused like everything else.
  ///
  /// A delay comes after the work: it holds neither a connection of the database nor a lock.
  package func around(_ handler: @escaping Handler) -> Handler {
    { [machine] request in
      let note = SimulationNote()
      let start = machine.nanoseconds()
      var (response, database) = await machine.watchDatabase {
        await SimulationNote.$current.withValue(note) { await handler(request) }
      }
      var timing = ServerTiming(from: start, to: machine.nanoseconds(), database)
      if let outcome = note.outcome {
        if let delay = outcome.delay {
          timing.delay = delay
          await machine.pause(delay)
        }
        if outcome.isCut { response.cutShort() }
      }
      response.fields.append(timing.field)
      return response
    }
  }
}

/// Receives the value that the gate reads while a request is carried out.
package final class SimulationNote: @unchecked Sendable {
  // Unchecked: the one task that carries out a request writes it, and reads it when it is done.

  /// Of the request that this task carries out, while simulations are on.
  @TaskLocal package static var current: SimulationNote?

  package var outcome: SimulatedOutcome?
}

/// How many requests have come with each seed, in this process.
private final class SeedCounts: Sendable {
  private let counts = Mutex<[UInt64: UInt64]>([:])
  /// Then all are forgotten: clients choose the seeds, so that they must not fill the memory.
  private static let seedsMax = 256

  /// 1 for the first.
  func next(of seed: UInt64) -> UInt64 {
    counts.withLock { counts in
      if counts.count >= Self.seedsMax, counts[seed] == nil { counts.removeAll() }
      counts[seed, default: 0] += 1
      return counts[seed, default: 1]
    }
  }
}

/// The contract of simulations.
///
/// Components that no operation refers to: a server that does not simulate refuses the field, so
/// that generated clients must not have it as a parameter of every call.
package enum SimulationContract {
  package static let components: [JSONValue.Member] = [
    .init(name: "parameters", value: ["MoaSimulate": request]),
    .init(name: "headers", value: ["ServerTiming": response]),
  ]

  private static let request: JSONValue = [
    "name": .string(RequestField.simulate.rawValue), "in": "header",
    "description": """
    Of every call, on servers that were started with `--simulate`; others answer 400 \
    `simulation_off`. Parts with commas between, each optional: `latency` holds the answer back, \
    `status` answers an error with a probability, `cut` ends the answer in the middle, `seed` \
    makes the chances repeatable.
    """,
    "schema": JSONSchema.string().json,
    "example": "latency=800ms±300, status=503@0.2, cut=0.1, seed=7",
  ]

  private static let response: JSONValue = [
    "description": """
    Of every answer, on servers that were started with `--simulate`: milliseconds of `total`, \
    `parse`, `database` (with the number of statements), `map` and `write`, and of the delay that \
    was `simulated`.
    """,
    "schema": JSONSchema.string().json,
    "example": #"total;dur=4.10, parse;dur=0.20, database;dur=3.00;desc="1 statement""#,
  ]
}
