import Synchronization

/// The addresses of several names, asked for at once.
///
/// A resolver that is away says so after half a minute. One name that it is asked for must not hold
/// up the others, and addresses that were good once are better than none.
final class HostAddresses: Sendable {
  /// Long enough for a resolver that is there, short enough for the attempt that waits.
  private static let patience = Duration.milliseconds(500)
  /// Where all names were found before: callers wait for the attempt no longer than that.
  private static let patienceOfKnown = Duration.milliseconds(100)

  private typealias Waiter = UnsafeContinuation<[String: [String]], Never>

  private struct State {
    var left: Int
    var found: [String: [String]] = [:]
    var isLate = false
    var waiter: Waiter?
  }

  private static let known = Mutex<[String: [String]]>([:])
  private let state: Mutex<State>

  private init(left: Int) { state = Mutex(State(left: left)) }

  /// The addresses by name. After `patience`, half a second or less, those that are found do, with
  /// those that were found before; if there are none, the first that comes is waited for.
  ///
  /// - Parameter resolve: the addresses of one name; may take long.
  static func of(
    _ names: Set<String>, patience: Duration? = nil,
    by resolve: @escaping @Sendable (String) async -> [String]
  ) async -> [String: [String]] {
    guard !names.isEmpty else { return [:] }
    let areKnown = known.withLock { known in names.allSatisfy { known[$0] != nil } }
    let patience = patience ?? (areKnown ? patienceOfKnown : Self.patience)
    let addresses = HostAddresses(left: names.count)
    for name in names {
      Task.detached { addresses.add(await resolve(name), of: name) }
    }
    let timer = Task {
      try await Task.sleep(for: patience)
      addresses.endPatience(for: names)
    }
    defer { timer.cancel() }
    return await withUnsafeContinuation { addresses.wait($0) }
  }

  private func wait(_ waiter: Waiter) {
    state.withLock { $0.waiter = waiter }
    resumeIfDone()
  }

  private func add(_ addresses: [String], of name: String) {
    let all = addresses.isEmpty ? Self.known.withLock { $0[name] } ?? [] : addresses
    if !addresses.isEmpty { Self.known.withLock { $0[name] = addresses } }
    state.withLock { state in
      state.left -= 1
      state.found[name] = all
    }
    resumeIfDone()
  }

  private func endPatience(for names: Set<String>) {
    let known = Self.known.withLock { $0.filter { names.contains($0.key) } }
    state.withLock { state in
      state.isLate = true
      state.found.merge(known) { found, _ in found }
    }
    resumeIfDone()
  }

  private func resumeIfDone() {
    let done = state.withLock { state -> (Waiter, [String: [String]])? in
      let isEnough = state.isLate && state.found.contains { !$0.value.isEmpty }
      guard state.left == 0 || isEnough, let waiter = state.waiter else { return nil }
      state.waiter = nil
      return (waiter, state.found)
    }
    guard let (waiter, found) = done else { return }
    waiter.resume(returning: found)
  }
}
