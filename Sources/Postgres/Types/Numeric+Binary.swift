extension Numeric {
  static let flaw = "a broken numeric"

  /// Groups, weight, sign, scale, each of two bytes, and two for each group.
  var byteCount: Int { 8 + 2 * groups.count }

  /// Reads what the server sends, and believes none of it.
  init?(bytes: UnsafeRawBufferPointer) {
    var cursor = BinaryCursor(bytes)
    guard let count = cursor.integer(UInt16.self), let weight = cursor.integer(Int16.self),
      let sign = cursor.integer(UInt16.self).flatMap(Sign.init(rawValue:)),
      let scale = cursor.integer(UInt16.self), cursor.remaining == 2 * Int(count)
    else { return nil }
    var groups: [UInt16] = []
    groups.reserveCapacity(Int(count))
    while let group = cursor.integer(UInt16.self) { groups.append(group) }
    self.init(sign: sign, weight: Int(weight), scale: Int(scale), groups: groups)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: groups.count))
    bytes.append(bigEndian: weight)
    bytes.append(bigEndian: sign.rawValue)
    bytes.append(bigEndian: scale)
    for group in groups { bytes.append(bigEndian: group) }
  }
}
