package import HTTP

/// A connection without sockets: the parser and the decoder joined as the server joins them, with a
/// handler that reads every body. It is not the server's `Connection`, which has loops, deadlines
/// and answers besides.
package struct ConnectionModel {
  /// What came of the bytes.
  package enum Event: Equatable, Sendable {
    /// A whole request: everything that a handler could see of it.
    case request(summary: String, body: [UInt8], keepsAlive: Bool, isLast: Bool)
    case refused(ParseError)
  }

  package private(set) var events: [Event] = []
  /// The most bytes that were ever held back for a later look.
  package private(set) var heldMax = 0
  /// Whether nothing more can come of this connection.
  package private(set) var isOver = false
  /// Whether bytes that follow belong to a body.
  package var isInsideBody: Bool { body != nil }
  private let limits: Limits
  private var parser: RequestParser
  private var pending: [UInt8] = []
  private var body: Body?
  private let memory: ProtectedMemory

  private enum Coding {
    case fixed(Int)
    case chunked(ChunkedDecoder)
  }

  private struct Body {
    let head: RequestHead
    var coding: Coding
    var bytes: [UInt8] = []
  }

  /// - Parameter memory: at least as large as everything that will be fed.
  package init(limits: Limits = Limits(), memory: ProtectedMemory) {
    self.limits = limits
    self.memory = memory
    parser = RequestParser(limits: limits)
  }

  /// Feeds all bytes, in pieces that end where `cuts` say, and then the end of the client's side
  /// when there is one.
  package static func run(
    _ bytes: [UInt8], cuts: [Int] = [], ends: Bool = false, limits: Limits = Limits(),
    memory: ProtectedMemory? = nil
  ) -> ConnectionModel {
    let memory = memory ?? ProtectedMemory(capacity: bytes.count + 1)
    var model = ConnectionModel(limits: limits, memory: memory)
    var start = 0
    for cut in cuts + [bytes.count] where cut > start {
      model.feed(bytes[start..<cut])
      start = cut
    }
    if ends { model.end() }
    return model
  }

  package mutating func feed(_ bytes: ArraySlice<UInt8>) {
    guard !isOver else { return }
    pending += bytes
    do throws(ParseError) {
      while !isOver, try advance() {}
    } catch {
      refuse(error)
    }
    heldMax = max(heldMax, pending.count)
  }

  /// The client has ended its side.
  package mutating func end() {
    guard !isOver else { return }
    if body != nil || parser.hasStarted { refuse(.endedEarly) }
    isOver = true
  }

  private mutating func refuse(_ error: ParseError) {
    events.append(.refused(error))
    isOver = true
    pending = []
  }

  /// Takes what it can from the pending bytes, and says whether to look again.
  private mutating func advance() throws(ParseError) -> Bool {
    guard body == nil else { return try advanceBody() }
    let bytes = memory.hold(pending[...])
    guard case .complete(let head, let framing, let consumed) = try parser.parse(bytes) else {
      return false
    }
    precondition(consumed <= bytes.count, "a head is no longer than what was given")
    pending.removeFirst(consumed)
    switch framing {
    case .none: finish(head, [])
    case .fixed(let count): body = Body(head: head, coding: .fixed(count))
    case .chunked: body = Body(head: head, coding: .chunked(ChunkedDecoder(limits: limits)))
    }
    return true
  }

  private mutating func advanceBody() throws(ParseError) -> Bool {
    guard var body else { return false }
    let isFinished: Bool
    switch body.coding {
    case .fixed(let remaining):
      let count = min(remaining, pending.count)
      body.bytes += pending.prefix(count)
      pending.removeFirst(count)
      body.coding = .fixed(remaining - count)
      isFinished = count == remaining
    case .chunked(var decoder):
      let bytes = memory.hold(pending[...])
      let (consumed, finished) = try decoder.decode(bytes, into: &body.bytes, atMost: .max)
      precondition(consumed <= bytes.count, "a body is no longer than what was given")
      precondition(finished || consumed == bytes.count, "a decoder takes all it can")
      precondition(body.bytes.count <= limits.bodyBytes, "a body keeps to its limit")
      pending.removeFirst(consumed)
      body.coding = .chunked(decoder)
      isFinished = finished
    }
    self.body = isFinished ? nil : body
    if isFinished { finish(body.head, body.bytes) }
    return isFinished
  }

  private mutating func finish(_ head: RequestHead, _ bytes: [UInt8]) {
    events.append(
      .request(
        summary: Self.summary(head), body: bytes, keepsAlive: head.keepsAlive,
        isLast: head.isLast))
    if !head.keepsAlive {
      isOver = true
      pending = []
    }
  }

  /// Everything that a handler could see of a head, as text.
  package static func summary(_ head: RequestHead) -> String {
    var text = "\(head.method.rawValue) \(head.target.path) \(head.target.rawQuery ?? "-")"
    text += " \(head.version) \(head.authority ?? "-") \(head.expectsContinue)"
    for index in 0..<head.fields.count {
      let (name, value) = head.fields[index]
      text += "\n\(name)=\(value)"
    }
    return text
  }
}
