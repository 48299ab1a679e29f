package import HTTP

extension Response {
  /// Ends the answer in the middle of its content, with a reset of the connection: its head has the
  /// full length. Without content, the connection is closed after the head.
  package mutating func cutShort() {
    switch content {
    case .none: break
    case .bytes(let bytes):
      content = .stream(length: bytes.count, CutContent(Array(bytes.prefix(bytes.count / 2))))
    case .stream(let length, let whole):
      content = .stream(length: length, CutContent(of: whole))
    }
    closesConnection = true
  }
}

/// Yields the first half of its content, and then fails.
///
/// Unchecked: the connection that sends it asks for one piece at a time.
private final class CutContent: ContentProducer, @unchecked Sendable {
  private struct SimulatedCut: Error, CustomStringConvertible {
    var description: String { "simulated cut" }
  }

  private var first: [UInt8]?
  private var whole: (any ContentProducer)?

  init(_ first: [UInt8]) {
    self.first = first
  }

  init(of whole: any ContentProducer) {
    self.whole = whole
  }

  func next() async throws -> [UInt8]? {
    if let whole {
      first = try await whole.next().map { Array($0.prefix($0.count / 2)) }
      self.whole = nil
    }
    guard let piece = first, !piece.isEmpty else { throw SimulatedCut() }
    first = nil
    return piece
  }
}
