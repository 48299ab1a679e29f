internal import HTTP

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
