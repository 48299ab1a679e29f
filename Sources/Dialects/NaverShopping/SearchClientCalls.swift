import Domain
import Synchronization
import UseCases

/// Admits clients of the search, each up to its quota of a day.
///
/// What a client is, is read once in ten seconds. Calls are taken from the store in batches of
/// ``SearchClient/callsTakenAtOnce``, and for all requests that wait for some: a day never has more
/// calls than its quota, and one search in fifty is a statement at the usual quota. Below a quota
/// of 1,000 each search is one, unless it waits with others.
///
/// What is taken and not used is lost: at most a batch less one for each event loop and day, and as
/// much again when a client has to make room for another one.
final class SearchClientCalls: Sendable {
  enum Outcome: Sendable, Hashable {
    case admitted
    /// Also one that was revoked.
    case unknownClient
    case wrongSecret
    case spent(retryAfterSeconds: Int)
  }

  /// A revoked client may search for so long, and a larger quota counts only then; microseconds.
  static let freshness: Int64 = 10_000_000
  private let clients: any SearchClientRepository
  private let secretDigest: any SecretDigest
  private let now: WallClock
  private let countMax: Int
  private let known = Mutex<[SearchClientID: Known]>([:])

  /// - Parameter countMax: how many clients are kept here. With more of them, one that has no calls
  ///   left here makes room for the next; only where each of them has some, those of one are lost.
  init(
    clients: any SearchClientRepository, secretDigest: any SecretDigest, now: @escaping WallClock,
    countMax: Int = ListSearchClients.countMax
  ) {
    self.clients = clients
    self.secretDigest = secretDigest
    self.now = now
    self.countMax = countMax
  }

  /// What is known of a client.
  private struct Known {
    var client: SearchClient
    var readAt: Timestamp
    var isReading = false
    /// Of which the calls are.
    var day: KoreanDay
    /// Taken and not used.
    var left = 0
    var isSpent = false
    var isTaking = false
    /// Who wants calls that are just being taken.
    var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many waited for the calls that were taken last, and have none of them yet.
    var unserved = 0

    var isBusy: Bool { isTaking || isReading }

    func hasCalls(on day: KoreanDay) -> Bool { left > 0 && self.day == day }

    func isFresh(at now: Timestamp) -> Bool {
      (0..<SearchClientCalls.freshness).contains(now.microseconds - readAt.microseconds)
    }
  }

  /// What a request does next.
  private enum Step {
    case end(Outcome)
    case read
    case take(Int, KoreanDay)
    case wait
  }

  /// Whether a request may search that shows these. It counts if it may.
  ///
  /// - Throws: as the store.
  func admit(_ id: String?, _ secret: String?) async throws(Failure) -> Outcome {
    guard let id = id.flatMap(SearchClientID.init) else { return .unknownClient }
    guard let secret, secret.utf8.count <= SearchClientSecret.bytesMax else { return .wrongSecret }
    let digest = secretDigest.digest(Array(secret.utf8))
    while true {
      switch step(id, digest, at: now()) {
      case .end(let outcome): return outcome
      case .read: guard try await read(id) else { return .unknownClient }
      case .take(let count, let day): try await take(count, of: id, on: day)
      case .wait: await wait(for: id)
      }
    }
  }

  private func step(_ id: SearchClientID, _ digest: [UInt8], at now: Timestamp) -> Step {
    known.withLock { known in
      guard var entry = known.removeValue(forKey: id) else { return .read }
      defer { known[id] = entry }
      if !entry.isFresh(at: now), !entry.isReading {
        entry.isReading = true
        return .read
      }
      guard entry.client.revokedAt == nil else { return .end(.unknownClient) }
      guard secretDigest.areEqual(digest, entry.client.secretDigest) else {
        return .end(.wrongSecret)
      }
      return Self.use(&entry, at: now)
    }
  }

  private static func use(_ entry: inout Known, at now: Timestamp) -> Step {
    let day = KoreanDay(now)
    if entry.day != day {
      (entry.day, entry.left, entry.isSpent, entry.unserved) = (day, 0, false, 0)
    }
    if entry.left > 0 {
      entry.left -= 1
      entry.unserved = max(0, entry.unserved - 1)
      return .end(.admitted)
    }
    if entry.isSpent { return .end(.spent(retryAfterSeconds: day.secondsLeft(at: now))) }
    if entry.isTaking { return .wait }
    entry.isTaking = true
    let wanted = min(entry.unserved, SearchClient.callsTakenMax)
    return .take(max(entry.client.callsTakenAtOnce, wanted), day)
  }

  /// False when there is no such client.
  private func read(_ id: SearchClientID) async throws(Failure) -> Bool {
    let client: SearchClient?
    do throws(Failure) {
      client = try await clients.find(id)
    } catch {
      known.withLock { $0[id]?.isReading = false }
      throw error
    }
    let now = self.now()
    return known.withLock { known in
      guard let client else {
        if known[id]?.isTaking == true { known[id]?.isReading = false } else { known[id] = nil }
        return false
      }
      var entry = known[id] ?? Known(client: client, readAt: now, day: KoreanDay(now))
      (entry.client, entry.readAt, entry.isReading, entry.isSpent) = (client, now, false, false)
      if known[id] == nil { makeRoom(in: &known, on: KoreanDay(now)) }
      known[id] = entry
      return true
    }
  }

  private func makeRoom(in known: inout [SearchClientID: Known], on day: KoreanDay) {
    guard known.count >= countMax else { return }
    let idle = known.lazy.filter { !$0.value.isBusy }
    let leaving = idle.first { !$0.value.hasCalls(on: day) } ?? idle.first
    if let leaving { known[leaving.key] = nil }
  }

  private func take(
    _ count: Int, of id: SearchClientID, on day: KoreanDay
  ) async throws(Failure) {
    do throws(Failure) {
      let taken = try await clients.take(calls: count, of: id, on: day)
      end(id) { entry in
        guard entry.day == day else { return }
        entry.left += taken
        entry.isSpent = taken == 0
      }
    } catch {
      end(id) { _ in }
      throw error
    }
  }

  /// Lets those go on who waited.
  private func end(_ id: SearchClientID, _ change: (inout Known) -> Void) {
    let waiting = known.withLock { known -> [CheckedContinuation<Void, Never>] in
      guard var entry = known.removeValue(forKey: id) else { return [] }
      let waiting = entry.waiting
      (entry.isTaking, entry.waiting, entry.unserved) = (false, [], waiting.count)
      change(&entry)
      known[id] = entry
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  private func wait(for id: SearchClientID) async {
    await withCheckedContinuation { continuation in
      let isOver = known.withLock { known in
        guard known[id]?.isTaking == true else { return true }
        known[id]?.waiting.append(continuation)
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}

extension SearchClient {
  static let callsTakenMax = 100

  /// A five-hundredth of a day, at least 1 and at most ``callsTakenMax``.
  var callsTakenAtOnce: Int { max(1, min(Self.callsTakenMax, dailyQuota / 500)) }
}
