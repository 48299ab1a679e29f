import HTTP
import Testing

@testable import HTTPServer

/// What a connection takes of what all share, and gives back.
@Suite struct UsageTests {
  // MARK: Memory

  @Test func aFewBytesAreFree() {
    let budget = MemoryBudget(limit: 100_000)
    var usage = Usage()
    usage.hold(MemoryBudget.freeBytes, of: budget)
    #expect(budget.held == 0)
    usage.hold(MemoryBudget.freeBytes + 1, of: budget)
    #expect(budget.held == MemoryBudget.freeBytes + 1)
  }

  @Test func whatIsHeldIsCountedOnce() {
    let budget = MemoryBudget(limit: 100_000)
    var usage = Usage()
    usage.hold(20_000, of: budget)
    usage.hold(30_000, of: budget)
    #expect(budget.held == 30_000)
    usage.hold(0, of: budget)
    #expect(budget.held == 0)
  }

  @Test func nothingWaitsForASlowReaderWhileMemoryIsShort() {
    let budget = MemoryBudget(limit: 100)
    #expect(budget.unsentMax(atMost: 1_000) == 1_000)
    budget.change(by: 51)
    #expect(budget.unsentMax(atMost: 1_000) == 0)
  }

  @Test func aSlowReaderWithoutRoomMayStillHoldWhatIsFree() {
    let budget = MemoryBudget(limit: 0)
    #expect(budget.hasRoom(forReader: MemoryBudget.freeBytes))
    #expect(!budget.hasRoom(forReader: MemoryBudget.freeBytes + 1))
  }

  // MARK: Unfinished heads

  private static let key = AddressTable.Key(ClientAddress("10.0.0.1") ?? .unix)

  @Test func aHeadThatDripsIsCountedOnce() {
    var table = AddressTable()
    var usage = Usage()
    let first = usage.beginHead(of: Self.key, in: &table, atMost: .init(1))
    #expect(first)
    let second = usage.beginHead(of: Self.key, in: &table, atMost: .init(1))
    #expect(second)
  }

  @Test func anAddressMayNotHaveMoreUnfinishedHeadsThanItsLimit() {
    var table = AddressTable()
    table.fill(Self.key)
    var usage = Usage()
    let isAdmitted = usage.beginHead(of: Self.key, in: &table, atMost: .init(1))
    #expect(!isAdmitted)
  }

  @Test func aFinishedHeadMakesRoomForAnother() {
    var table = AddressTable()
    table.fill(Self.key, andFinish: true)
    var usage = Usage()
    let isAdmitted = usage.beginHead(of: Self.key, in: &table, atMost: .init(1))
    #expect(isAdmitted)
  }

  @Test func aProxyMayHaveAnyNumberOfUnfinishedHeads() {
    var table = AddressTable()
    var usage = Usage()
    let isAdmitted = usage.beginHead(of: nil, in: &table, atMost: .init(0))
    #expect(isAdmitted)
  }
}

extension AddressTable {
  /// Has one connection of the address begin a head.
  fileprivate mutating func fill(_ key: Key?, andFinish isFinished: Bool = false) {
    var usage = Usage()
    _ = usage.beginHead(of: key, in: &self, atMost: .init(1))
    if isFinished { usage.endHead(of: key, in: &self) }
  }
}
