import Synchronization
import UseCases

/// Lets a few forms have their images decoded at a time, and some more wait for that.
///
/// Decoding takes all of a core and hundreds of megabytes. More at once would make nothing faster;
/// a line that only grows would keep everybody until all of them give up. So whoever would wait too
/// long, by what images took lately, is told at once.
final class DecoderQueue: Sendable {
  private struct Waiter {
    let number: Int
    let images: Int
    let continuation: UnsafeContinuation<Bool, Never>
    var deadline: Task<Void, Never>?
  }

  private struct State {
    var free: Int
    var waiting: [Waiter] = []
    var lastNumber = 0
    /// Of those who are in.
    var imagesInside = 0
    /// For one image, lately. It begins with what a photograph takes on a slow machine.
    var seconds = 1.0
  }

  private let state: Mutex<State>
  private let places: Int
  private let waitersMax: Int
  private let waitMax: Duration

  /// - Parameters:
  ///   - places: forms at a time, each with one image at a time.
  ///   - waitersMax: forms that may wait.
  ///   - waitMax: for how long. An app that waits for an answer gives up after a minute.
  init(places: Int, waitersMax: Int, waitMax: Duration) {
    state = Mutex(State(free: places))
    self.places = places
    self.waitersMax = waitersMax
    self.waitMax = waitMax
  }

  /// - Throws: `.unavailable` when the line is too long for one more.
  func check() throws(Failure) {
    try state.withLock { state throws(Failure) in try check(state) }
  }

  /// Waits for a place; whoever got one gives it back by `leave()`.
  ///
  /// - Throws: `.unavailable` when the line is too long, or does not move.
  func enter(images: Int = 1) async throws(Failure) {
    let entry = await withUnsafeContinuation { continuation in
      if let answer = admit(continuation, images) { continuation.resume(returning: answer) }
    }
    guard !entry else { return }
    throw .unavailable(retryAfterSeconds: state.withLock { retryAfter($0) })
  }

  /// What an image took, so that it is known what the next ones will.
  func note(_ duration: Duration) {
    state.withLock { $0.seconds += (max(0.02, duration / .seconds(1)) - $0.seconds) / 8 }
  }

  /// Gives the place to the one who waits longest.
  ///
  /// - Parameter images: as many as were entered with.
  func leave(images: Int = 1) {
    let next = state.withLock { state -> Waiter? in
      state.imagesInside -= images
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil
      }
      let next = state.waiting.removeFirst()
      state.imagesInside += next.images
      return next
    }
    next?.deadline?.cancel()
    next?.continuation.resume(returning: true)
  }

  /// How many wait.
  var length: Int { state.withLock { $0.waiting.count } }

  /// How many have a place.
  var formsInside: Int { places - state.withLock { $0.free } }

  // MARK: The line

  private func check(_ state: State) throws(Failure) {
    guard state.free == 0 else { return }
    let isShort = state.waiting.count < waitersMax
    guard isShort, .seconds(secondsToWait(state)) <= waitMax else {
      throw .unavailable(retryAfterSeconds: retryAfter(state))
    }
  }

  /// Of those who are in half is done, more or less.
  private func secondsToWait(_ state: State) -> Double {
    let images = state.waiting.reduce(Double(state.imagesInside) / 2) { $0 + Double($1.images) }
    return images * state.seconds / Double(places)
  }

  /// When half of the line has gone; whoever comes then finds room.
  private func retryAfter(_ state: State) -> Int {
    Int(min(60, max(5, secondsToWait(state) / 2)).rounded(.up))
  }

  /// Nil when it has to wait.
  private func admit(_ continuation: UnsafeContinuation<Bool, Never>, _ images: Int) -> Bool? {
    state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        state.imagesInside += images
        return true
      }
      guard (try? check(state)) != nil else { return false }
      state.lastNumber += 1
      let number = state.lastNumber
      let deadline = Task { [self, waitMax] in
        guard (try? await Task.sleep(for: waitMax)) != nil else { return }
        giveUp(number)
      }
      state.waiting.append(
        Waiter(number: number, images: images, continuation: continuation, deadline: deadline))
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
