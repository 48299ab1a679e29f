internal import HTTP

/// Answers that have not been sent, and the work that waits for that.
struct Output {
  /// Bytes to be sent, from `start` on.
  private var bytes: [UInt8] = []
  private var start = 0
  /// Bytes handed to the system since the connection was opened.
  private(set) var written = 0
  /// Answers since the last flush after which more requests had arrived already.
  private var answersInTurn = 0
  /// A flush will come at the end of the loop's turn.
  var flushIsDue = false
  /// Too much waits to be sent, so the next request has to wait.
  private var readingIsPaused = false
  /// The head of a streamed answer was sent, and its end was not.
  var isStreaming = false
  private var producer: UnsafeContinuation<Void, Never>?

  var unsent: Int { bytes.count - start }

  /// Whether the client would miss something of an answer if the connection ended now.
  var isIncomplete: Bool { unsent > 0 || isStreaming }

  /// Lets `encode` append, to `memory` when there is none, and returns how many bytes that were.
  @discardableResult @inline(__always)
  mutating func append<Result, Failure>(
    in memory: @autoclosure () -> [UInt8],
    _ encode: (inout [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> (bytes: Int, result: Result) {
    if bytes.capacity == 0 { bytes = memory() }
    let before = bytes.count
    let result = try encode(&bytes)
    return (bytes.count - before, result)
  }

  /// Returns the memory and forgets its content. Nil when there is none.
  mutating func giveUpMemory() -> [UInt8]? {
    guard bytes.capacity > 0 else { return nil }
    var memory: [UInt8] = []
    swap(&memory, &bytes)
    start = 0
    memory.removeAll(keepingCapacity: true)
    return memory
  }

  /// The connection is closed: nothing is sent any more, and no producer waits.
  mutating func abandon() {
    bytes = []
    start = 0
    releaseProducer()
  }

  // MARK: When an answer leaves

  enum Departure {
    /// In one write with later answers of this connection, right after those of other connections.
    case together
    case now
    /// Now, and then the other connections have their turn.
    case nowAndGiveWay
  }

  /// When to send an answer after which the connection continues.
  ///
  /// The client may already have sent bytes that cannot be parsed, or the end: answers are sent
  /// before that is found out. And a client that sends many requests at once shares the loop with
  /// the others.
  mutating func departure(before input: borrowing Input, answersMax: Int) -> Departure {
    guard !input.buffer.isEmpty else { return input.canRead ? .now : .together }
    answersInTurn += 1
    return answersInTurn >= answersMax ? .nowAndGiveWay : .together
  }

  // MARK: Sending

  enum Progress { case complete, blocked, failed }

  /// Offers the unsent bytes to `write` until it takes no more. It returns how many bytes it took,
  /// or nil when the client is gone.
  mutating func send(_ write: (UnsafeRawBufferPointer) -> Int?) -> Progress {
    answersInTurn = 0
    while start < bytes.count {
      let taken = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[start...])) }
      guard let taken else { return .failed }
      guard taken > 0 else { return .blocked }
      start += taken
      written += taken
    }
    return .complete
  }

  /// Offers `write` large content where it lies, unless something waits before it. Returns how many
  /// bytes it took, or nil when the client is gone.
  mutating func send(_ content: [UInt8], _ write: (UnsafeRawBufferPointer) -> Int?) -> Int? {
    guard unsent == 0 else { return 0 }
    guard let taken = content.withUnsafeBytes(write) else { return nil }
    written += taken
    return taken
  }

  // MARK: Unsent bytes

  /// Whether so many bytes are unsent that no more should be added.
  func exceeds(_ unsentMax: @autoclosure () -> Int) -> Bool { unsent > 0 && unsent > unsentMax() }

  /// As `exceeds`, and then remembers that a request has to wait.
  mutating func pausesReading(above unsentMax: @autoclosure () -> Int) -> Bool {
    guard exceeds(unsentMax()) else { return false }
    readingIsPaused = true
    return true
  }

  /// Whether a request had to wait; it does no longer.
  mutating func resumesReading() -> Bool {
    defer { readingIsPaused = false }
    return readingIsPaused
  }

  /// Lets the producer of a streamed answer wait until everything is sent, or the client is gone.
  mutating func hold(_ producer: UnsafeContinuation<Void, Never>) { self.producer = producer }

  mutating func releaseProducer() {
    producer?.resume()
    producer = nil
  }
}

/// How the pieces of a streamed answer are delimited.
enum StreamFraming {
  case fixed(remaining: Int)
  case chunked
  case untilClose

  /// The producer did not yield what its length had promised.
  struct LengthMismatch: Error, CustomStringConvertible {
    let description = "the content is not as long as announced"
  }

  mutating func append(_ piece: [UInt8], to out: inout [UInt8]) throws(LengthMismatch) {
    switch self {
    case .fixed(let remaining):
      guard piece.count <= remaining else { throw LengthMismatch() }
      self = .fixed(remaining: remaining - piece.count)
      out.append(contentsOf: piece)
    case .chunked: ChunkEncoder.append(piece, to: &out)
    case .untilClose: out.append(contentsOf: piece)
    }
  }

  func finish(_ out: inout [UInt8]) throws(LengthMismatch) {
    switch self {
    case .fixed(let remaining):
      guard remaining == 0 else { throw LengthMismatch() }
    case .chunked: ChunkEncoder.appendEnd(to: &out)
    case .untilClose: break
    }
  }
}
