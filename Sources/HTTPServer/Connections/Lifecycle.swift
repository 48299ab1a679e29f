internal import EventLoop

/// Where a connection is in its life, and what ends it.
///
/// It does no I/O and knows no clock: the connection says what happened and asks what follows.
struct Lifecycle {
  enum Phase {
    /// Between requests, or in the head of one.
    case head
    /// A handler is at work, or its answer is being written.
    case exchange
    /// No more is read; the remaining answers are written, and then the connection ends.
    case closing
    /// Everything is answered; further bytes of the client are read and dropped.
    case lingering
    case closed
  }

  private(set) var phase = Phase.head
  private var requests = 0
  private let requestsMax: Int
  /// An answer at this time or later is the last one.
  private let end: MonotonicTime
  /// The last answer said that the connection ends with it.
  private var announcedClose = false
  /// The client may be sending something that will not be answered.
  private var clientMaySend = false
  private var droppedBytes = 0

  init(requestsMax: Int, end: MonotonicTime) {
    self.requestsMax = requestsMax
    self.end = end
  }

  var isBeforeFirstRequest: Bool { requests == 0 }

  /// Whether another request may follow the one at hand.
  func mayContinue(at now: MonotonicTime) -> Bool { requests < requestsMax && now < end }

  // MARK: Events

  mutating func beginRequest() {
    move(to: .exchange)
    requests += 1
  }

  mutating func noteAnswer(announcesClose: Bool) { announcedClose = announcesClose }

  /// The client may be sending bytes that are not read: a body, or more after bytes that were no
  /// request.
  mutating func noteUnreadRest() { clientMaySend = true }

  /// Whether the connection ends with the answer that is complete now.
  ///
  /// A client that did not ask for it does not know yet, and may be sending the next request.
  mutating func endsWithAnswer(clientAsked: Bool) -> Bool {
    if announcedClose, !clientAsked { clientMaySend = true }
    return announcedClose
  }

  mutating func awaitRequest() { move(to: .head) }

  mutating func beginClosing() { move(to: .closing) }

  /// The next step when everything that is owed has been sent.
  enum Next { case nothing, readOn, linger, close }

  /// A close while bytes of the client are unread resets the connection and may destroy the
  /// answer on its way; so the write side ends first, and the rest is read and dropped.
  mutating func allSent(_ input: borrowing Input) -> Next {
    switch phase {
    case .head: return .readOn
    case .exchange, .lingering, .closed: return .nothing
    case .closing:
      guard !input.isOver, clientMaySend || input.hasUnread else { return .close }
      move(to: .lingering)
      return .linger
    }
  }

  /// Counts the bytes that a lingering client has sent.
  mutating func drop(_ bytes: Int) { droppedBytes += bytes }

  func hasDropped(atLeast bytesMax: Int) -> Bool { droppedBytes >= bytesMax }

  /// False when it was closed before.
  mutating func close() -> Bool {
    defer { phase = .closed }
    return phase != .closed
  }

  private mutating func move(to next: Phase) {
    if phase != .closed { phase = next }
  }
}
