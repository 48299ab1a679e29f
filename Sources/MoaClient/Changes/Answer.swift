public import Foundation

/// An answer of the shop.
public struct Answer<Value: Sendable & Equatable>: Sendable, Equatable {
  /// For the screen.
  public let value: Value
  /// Whether it comes from the disk, and the server has not confirmed it: a screen may tell that.
  public let isStored: Bool
  /// When the server confirmed it, by the clock of the device.
  public let confirmedAt: Date
  /// Products that changed, came or went since the answer before in the same sequence; empty in the
  /// first. Other cells of a screen may have changed, too.
  public internal(set) var changedIDs: Set<Int64> = []

  /// For a shop that is no server.
  public init(
    _ value: Value, isStored: Bool = false, confirmedAt: Date = .distantPast,
    changedIDs: Set<Int64> = []
  ) {
    self.value = value
    self.isStored = isStored
    self.confirmedAt = confirmedAt
    self.changedIDs = changedIDs
  }

  /// The same, compared with the value before.
  fileprivate func compared(with former: Value) -> Self {
    let before = (former as? any HoldsProducts)?.held ?? [:]
    let now = (value as? any HoldsProducts)?.held ?? [:]
    var answer = self
    answer.changedIDs = Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }
    return answer
  }
}

/// An answer from the disk at once, as soon as the server has confirmed it, and after each change
/// that a refresh finds.
///
/// It throws when there is nothing to show, or when the server refuses, as for an event that is
/// over; while the server is away it goes on.
public struct Updates<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = Answer<Value>
  typealias Stream = AsyncThrowingStream<Answer<Value>, any Error>

  private var buffering: Stream.Continuation.BufferingPolicy = .bufferingNewest(1)
  private let start: @Sendable (Stream.Continuation) -> Void

  init(_ start: @escaping @Sendable (Stream.Continuation) -> Void) {
    self.start = start
  }

  /// These answers, for a shop that is no server.
  public init(_ answers: [Answer<Value>]) {
    buffering = .unbounded
    start = { continuation in
      for answer in answers { continuation.yield(answer) }
      continuation.finish()
    }
  }

  /// Opens the answer. A slow reader gets only the last one, with all that changed since the one
  /// that it got before.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(stream: Stream(bufferingPolicy: buffering) { start($0) })
  }

  /// The answers to one reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let stream: Stream
    private var last: Value?

    init(stream: Stream) {
      self.stream = stream
    }

    /// The next answer; nil when the task is cancelled.
    public mutating func next() async throws -> Answer<Value>? {
      // All iterators of a stream share its place.
      var iterator = stream.makeAsyncIterator()
      guard let answer = try await iterator.next() else { return nil }
      defer { last = answer.value }
      return last.map { answer.compared(with: $0) } ?? answer
    }
  }
}
