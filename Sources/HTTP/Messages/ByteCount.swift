/// A number of bytes as people read it: `10 MB`, `300 KB`, `1.2 MB`. A KB has 1,024 bytes.
package struct ByteCount: CustomStringConvertible {
  private let bytes: Int
  private let roundsUp: Bool

  package init(_ bytes: Int) {
    self.init(bytes, roundsUp: false)
  }

  private init(_ bytes: Int, roundsUp: Bool) {
    self.bytes = max(0, bytes)
    self.roundsUp = roundsUp
  }

  /// The same rounded up: what exceeds a limit must not read like the limit.
  package var more: ByteCount { ByteCount(bytes, roundsUp: true) }

  package var description: String {
    switch bytes {
    case ..<1_024: "\(bytes) bytes"
    case ..<1_048_576: tenths(of: 1_024) + " KB"
    default: tenths(of: 1_048_576) + " MB"
    }
  }

  private func tenths(of unit: Int) -> String {
    let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit)
    let tenth = (rest * 10 + (roundsUp ? unit - 1 : 0)) / unit
    guard tenth > 0 else { return "\(whole)" }
    return tenth == 10 ? "\(whole + 1)" : "\(whole).\(tenth)"
  }
}
