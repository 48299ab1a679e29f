/// A colour profile in the segments of a JPEG, which may have come in any order.
///
/// Source: ICC.1:2010 §B.4.
struct ProfilePieces {
  static let signature = Array("ICC_PROFILE\0".utf8)
  /// Bytes of a segment that are left for the profile.
  private static let pieceBytesMax = 65_519
  private var pieces: [UInt8: ArraySlice<UInt8>] = [:]
  private var count: UInt8?
  private var isBroken = false

  /// - Parameter segment: begins with the signature.
  mutating func note(_ segment: ArraySlice<UInt8>) {
    let rest = segment.dropFirst(Self.signature.count)
    guard let number = rest.first, let count = rest.dropFirst().first, number > 0 else {
      isBroken = true
      return
    }
    if count != self.count ?? count { isBroken = true }
    self.count = count
    // The first of two with the same number, as other readers do.
    if pieces[number] == nil { pieces[number] = rest.dropFirst(2) }
  }

  /// Nil when there is none, or a piece is missing.
  var profile: [UInt8]? {
    guard !isBroken, let count, count > 0 else { return nil }
    var profile: [UInt8] = []
    for number in 1...count {
      guard let piece = pieces[number] else { return nil }
      profile += piece
    }
    return profile
  }

  /// Segments, without their markers and lengths, that hold this profile.
  static func segments(of profile: [UInt8]) -> [[UInt8]] {
    let starts = Array(stride(from: 0, to: profile.count, by: pieceBytesMax))
    return starts.enumerated().map { index, start in
      let end = min(profile.count, start + pieceBytesMax)
      let numbers = [UInt8(truncatingIfNeeded: index + 1), UInt8(truncatingIfNeeded: starts.count)]
      return signature + numbers + profile[start..<end]
    }
  }
}
