import Synchronization
import UseCases

/// Lets a few images be decoded at a time, and some more wait for that.
///
/// Decoding takes all of a core and hundreds of megabytes. More at once would make nothing faster;
/// a line that only grows would keep everybody until all of them give up.
final class DecoderQueue: Sendable {
  private struct Waiter {
    let number: Int
    let continuation: UnsafeContinuation<Bool, Never>
    var deadline: Task<Void, Never>?
  }

  private struct State {
    var free: Int
    var waiting: [Waiter] = []
    var lastNumber = 0
  }

  private let state: Mutex<State>
  private let waitersMax: Int
  private let waitMax: Duration

  /// - Parameters:
  ///   - places: images at a time.
  ///   - waitersMax: images that may wait; each is a file of up to 10 MB.
  ///   - waitMax: for how long. An app that waits for an answer gives up after a minute.
  init(places: Int, waitersMax: Int, waitMax: Duration) {
    state = Mutex(State(free: places))
    self.waitersMax = waitersMax
    self.waitMax = waitMax
  }

  /// Waits for a place; whoever got one gives it back by `leave()`.
  ///
  /// - Throws: `.unavailable` when the line is too long, or does not move.
  func enter() async throws(Failure) {
    let isIn = await withUnsafeContinuation { continuation in
      if let answer = admit(continuation) { continuation.resume(returning: answer) }
    }
    guard isIn else { throw .unavailable(retryAfterSeconds: 5) }
  }

  /// Gives the place to the one who waits longest.
  func leave() {
    let next = state.withLock { state -> Waiter? in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.deadline?.cancel()
    next?.continuation.resume(returning: true)
  }

  /// How many wait.
  var length: Int { state.withLock { $0.waiting.count } }

  /// Nil when it has to wait.
  private func admit(_ continuation: UnsafeContinuation<Bool, Never>) -> Bool? {
    state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return true
      }
      guard state.waiting.count < waitersMax else { return false }
      state.lastNumber += 1
      let number = state.lastNumber
      let deadline = Task { [self, waitMax] in
        guard (try? await Task.sleep(for: waitMax)) != nil else { return }
        giveUp(number)
      }
      state.waiting.append(
        Waiter(number: number, continuation: continuation, deadline: deadline))
      return nil
    }
  }

  private func giveUp(_ number: Int) {
    let late = state.withLock { state -> Waiter? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.waiting.remove(at: index)
    }
    late?.continuation.resume(returning: false)
  }
}
