import EventLoop
import Testing

@testable import Postgres

/// What a pool decides, by what happens and when.
struct PoolStateMachineTests {
  private static let text: SQL = "select 1"

  /// A pool with one open connection, which the first caller is on.
  private static func busy(
    _ kind: ConnectionKind = .shared, _ change: (inout PoolConfiguration) -> Void = { _ in }
  ) throws -> (DecidedPool, FakeConnection) {
    var pool = try DecidedPool(change)
    pool.call(kind)
    let connection = pool.connected()
    return (pool, connection)
  }

  // MARK: Callers

  @Test func aCrowdOpensOneConnectionAtATime() throws {
    var pool = try DecidedPool()
    for _ in 0..<100 { pool.call() }
    #expect(pool.attempts == [.shared])
  }

  @Test func oneSharedConnectionServesManyCallersAtOnce() throws {
    var pool = try DecidedPool()
    let callers = (0..<40).map { _ in pool.call() }
    let connection = pool.connected()
    #expect(callers.allSatisfy { pool.given($0) === connection })
  }

  @Test func anExclusiveConnectionServesOneCallerAtATime() throws {
    var (pool, connection) = try Self.busy(.exclusive) { $0.exclusiveConnectionsMax = 1 }
    let second = pool.call(.exclusive)
    #expect(pool.given(second) == nil)
    pool.release(connection, .exclusive)
    #expect(pool.given(second) === connection)
  }

  @Test func callersAreServedInTheOrderInWhichTheyCame() throws {
    var (pool, connection) = try Self.busy(.exclusive) { $0.exclusiveConnectionsMax = 1 }
    let callers = (0..<3).map { _ in pool.call(.exclusive) }
    let served = callers.map { _ in
      pool.release(connection, .exclusive)
      return callers.count { pool.given($0) != nil }
    }
    #expect(served == [1, 2, 3])
  }

  @Test func whoWaitsTooLongIsRefusedAndMayTryAgain() throws {
    var (pool, _) = try Self.busy(.exclusive) { $0.exclusiveConnectionsMax = 1 }
    let second = pool.call(.exclusive)
    pool.pass(499)
    #expect(pool.refused(second) == nil)
    pool.pass(1)
    #expect(pool.refused(second)?.isExhausted == true)
    #expect(pool.refused(second)?.isSafeToRetry == true)
  }

  @Test func aCallersOwnDeadlineEndsItsWaiting() throws {
    var (pool, _) = try Self.busy(.exclusive) { $0.exclusiveConnectionsMax = 1 }
    let patient = pool.call(.exclusive)
    let hasty = pool.call(.exclusive, patience: 20)
    pool.pass(20)
    #expect(pool.refused(hasty) != nil)
    #expect(pool.refused(patient) == nil)
  }

  @Test func whoWouldBeOneWaiterTooManyIsRefusedAtOnce() throws {
    var (pool, _) = try Self.busy(.exclusive) { configuration in
      (configuration.exclusiveConnectionsMax, configuration.waitingFactor) = (1, 4)
    }
    let callers = (0..<5).map { _ in pool.call(.exclusive) }
    #expect(callers.map { pool.refused($0) != nil } == [false, false, false, false, true])
    #expect(pool.exhaustions == 1)
  }

  // MARK: Which connection

  /// A pool with two shared connections that nobody is on.
  private static func two() throws -> (DecidedPool, FakeConnection, FakeConnection) {
    var pool = try DecidedPool { ($0.sharedConnectionsMax, $0.pipelineDepth) = (2, 8) }
    for _ in 0..<12 { pool.call() }
    let (first, second) = (pool.connected(), pool.connected())
    for caller in 0..<12 { if let connection = pool.given(caller) { pool.release(connection) } }
    return (pool, first, second)
  }

  @Test func anotherConnectionIsOpenedBeforeTheFirstIsFull() throws {
    var (pool, connection) = try Self.busy { $0.pipelineDepth = 8 }
    for _ in 0..<6 { pool.call() }
    #expect(pool.attempts == [.shared])
    let taken = pool.take()
    #expect(taken === connection)
  }

  @Test func noMoreConnectionsAreOpenedThanThereMayBe() throws {
    var pool = try DecidedPool { ($0.sharedConnectionsMax, $0.pipelineDepth) = (2, 2) }
    for _ in 0..<8 { pool.call() }
    for _ in 0..<2 { pool.connected() }
    #expect(pool.attempts.isEmpty)
  }

  @Test func callersShareTheConnectionThatIsInUseAlready() throws {
    var (pool, _, _) = try Self.two()
    let connections = (0..<3).map { _ in pool.take() }
    #expect(connections.allSatisfy { $0 === connections[0] })
  }

  @Test func nobodyIsPutBehindAStatementThatTakesLong() throws {
    var (pool, _, _) = try Self.two()
    let slow = pool.take()
    slow?.waitsSince = pool.now
    pool.pass(10)
    let taken = pool.take()
    #expect(taken !== slow)
  }

  @Test func whatWouldBeHeldUpAsWellGoesBehindItsLike() throws {
    var (pool, _, _) = try Self.two()
    let stuck = pool.take()
    stuck?.waitsSince = pool.now
    stuck?.answering = Self.text
    pool.pass(50)
    let taken = pool.take(for: Self.text)
    #expect(taken === stuck)
    let next = pool.take(for: "select 2")
    #expect(next !== stuck)
  }

  // MARK: Connections that grow old

  @Test func anOldConnectionServesUntilItsSuccessorIsThere() throws {
    var pool = try DecidedPool { $0.sharedConnectionsMax = 1 }
    pool.call()
    let old = pool.connected(lifetime: 100)
    pool.pass(100)
    let taken = pool.take()
    #expect(taken === old)
    let young = pool.connected()
    let next = pool.take()
    #expect(next === young)
    #expect(pool.closed.isEmpty)
    for _ in 0..<2 { pool.release(old) }
    #expect(pool.closed.map(\.number) == [old.number])
  }

  // MARK: A server that takes no writes any more

  @Test func itsConnectionsServeUntilThereIsAnotherServer() throws {
    var (pool, old) = try Self.busy()
    pool.demoted()
    #expect(pool.attempts == [.shared])
    let taken = pool.take()
    #expect(taken === old)
    let new = pool.connected()
    let next = pool.take()
    #expect(next === new)
    for _ in 0..<2 { pool.release(old) }
    #expect(pool.closed.map(\.number) == [old.number])
  }

  @Test func aFullPoolHasRoomForTheSuccessorsOfSuchConnections() throws {
    var (pool, old) = try Self.busy { $0.sharedConnectionsMax = 1 }
    pool.demoted()
    #expect(pool.attempts == [.shared])
    let new = pool.connected()
    let taken = pool.take()
    #expect(taken === new)
    #expect(taken !== old)
  }

  @Test func aSuccessorOfOneKindEndsThoseOfTheOther() throws {
    var (pool, shared) = try Self.busy()
    pool.call(.exclusive)
    let exclusive = pool.connected()
    pool.release(exclusive, .exclusive)
    pool.demoted()
    #expect(pool.attempts == [.shared, .exclusive])
    pool.connected()
    // The other one has a user.
    #expect(pool.closed.map(\.number) == [exclusive.number])
    pool.release(shared)
    #expect(pool.closed.count == 2)
  }

  // MARK: A server that is away

  @Test func callersAreToldWhyThereIsNoConnection() throws {
    var pool = try DecidedPool()
    let caller = pool.call()
    pool.connectFailed()
    pool.pass(400)
    pool.connectFailed()
    #expect(pool.refused(caller)?.description.contains("nobody listens") == true)
  }

  @Test func connectionsToAServerThatKeepsSilentAreGivenUp() throws {
    var (pool, silent, other) = try Self.two()
    pool.silent(silent, statements: 5)
    #expect(pool.closed.map(\.number) == [other.number])
  }

  @Test func whileItIsAwayOnlyProbesConnect() throws {
    var pool = try DecidedPool()
    pool.call()
    pool.connectFailed()
    pool.pass(400)
    pool.connectFailed()
    for _ in 0..<10 { pool.call() }
    #expect(pool.attempts.isEmpty)
    pool.pass(100)
    #expect(pool.attempts == [.shared])
  }

  @Test func whoWaitsWhenItComesBackIsServed() throws {
    var pool = try DecidedPool()
    pool.call()
    pool.connectFailed()
    pool.pass(400)
    pool.connectFailed()
    pool.pass(50)
    let caller = pool.call()
    pool.pass(50)
    let connection = pool.connected()
    #expect(pool.given(caller) === connection)
  }

  @Test func theLastConnectionIsReplacedAlsoWhenNobodyWaits() throws {
    var (pool, last) = try Self.busy()
    pool.broken(last)
    pool.release(last)
    pool.pass(0)
    #expect(pool.attempts == [.shared])
  }

  @Test func aBrokenConnectionIsReplacedForThoseWhoWait() throws {
    var (pool, broken) = try Self.busy(.exclusive) { $0.exclusiveConnectionsMax = 1 }
    let caller = pool.call(.exclusive)
    pool.broken(broken, .exclusive)
    #expect(pool.attempts.first == .exclusive)
    let next = pool.connected()
    #expect(pool.given(caller) === next)
  }

  // MARK: Closing

  @Test func closingWaitsForThoseWhoHaveAConnection() throws {
    var (pool, connection) = try Self.busy()
    pool.close()
    #expect(pool.finishes == 0)
    pool.release(connection)
    #expect(pool.finishes == 1)
    #expect(pool.closed.map(\.number) == [connection.number])
  }

  @Test func whoeverClosesAPoolOnceMoreHearsOfTheEndAsWell() throws {
    var pool = try DecidedPool()
    pool.close()
    pool.close()
    #expect(pool.finishes == 2)
  }

  @Test func aPoolThatIsClosingRefusesThoseWhoWaitAndThoseWhoCome() throws {
    var (pool, _) = try Self.busy(.exclusive) { $0.exclusiveConnectionsMax = 1 }
    let waiting = pool.call(.exclusive)
    pool.close()
    #expect(pool.refused(waiting)?.isConnection == true)
    let late = pool.call()
    #expect(pool.refused(late)?.isConnection == true)
  }
}
