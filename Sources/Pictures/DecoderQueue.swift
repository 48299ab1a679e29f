import Synchronization
import UseCases

/// Lets a few forms have their images decoded at a time, and lets some more wait.
///
/// Decoding takes a whole core and hundreds of megabytes. More at once would make nothing faster,
/// and an unbounded queue would keep all senders until they give up. So a form that would wait too
/// long, judged by recent decoding times, is refused at once.
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
    /// Images of the forms that have a place.
    var imagesInside = 0
    /// Recent time for one image. It starts with the time for a photograph on a slow machine.
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

  /// Waits for a place, which the caller gives back by `leave()`.
  ///
  /// - Throws: `.unavailable` when the line is too long, or does not move.
  func enter(images: Int = 1) async throws(Failure) {
    let entry = await withUnsafeContinuation { continuation in
      if let answer = admit(continuation, images) { continuation.resume(returning: answer) }
    }
    guard !entry else { return }
    throw .unavailable(retryAfterSeconds: state.withLock { retryAfter($0) })
  }

  /// Records how long an image took, to estimate the next ones.
  func note(_ duration: Duration) {
    state.withLock { $0.seconds += (max(0.02, duration / .seconds(1)) - $0.seconds) / 8 }
  }

  /// Gives the place to the form that has waited longest.
  ///
  /// - Parameter images: the same number as in `enter`.
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

  /// The number of waiting forms.
  var length: Int { state.withLock { $0.waiting.count } }

  /// The number of forms with a place.
  var formsInside: Int { places - state.withLock { $0.free } }

  // MARK: The line

  private func check(_ state: State) throws(Failure) {
    guard state.free == 0 else { return }
    let isShort = state.waiting.count < waitersMax
    guard isShort, .seconds(secondsToWait(state)) <= waitMax else {
      throw .unavailable(retryAfterSeconds: retryAfter(state))
    }
  }

  /// The images of forms that have a place are about half done.
  private func secondsToWait(_ state: State) -> Double {
    let images = state.waiting.reduce(Double(state.imagesInside) / 2) { $0 + Double($1.images) }
    return images * state.seconds / Double(places)
  }

  /// The time in which half of the queue is served; a retry then finds room.
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
