import Text

/// The bytes before a value.
package struct JSONLead {
  /// A literal of this program, which needs no escaping; nil for an element, or the document
  /// itself.
  package let key: StaticString?
  /// Whether another value comes before it.
  package let hasComma: Bool
}

/// Writes values, each with its lead.
extension JSONOutput {
  /// `"name":`, whose value comes next.
  @inline(__always)
  package mutating func put(_ lead: JSONLead) { put(lead, atMost: 0) { _ in 0 } }

  @inline(__always)
  package mutating func put(_ lead: JSONLead, integer number: some FixedWidthInteger) {
    put(lead, atMost: Self.integerBytesMax) {
      Self.write(UInt64(number.magnitude), isNegative: number < 0, at: $0)
    }
  }

  /// - Parameters:
  ///   - whole: the digits before the point.
  ///   - fraction: the digits after it; there are `places` of them.
  package mutating func put(
    _ lead: JSONLead, whole: UInt64, fraction: UInt64, places: Int, isNegative: Bool
  ) {
    put(lead, atMost: Self.integerBytesMax + 1 + places) { target in
      let point = Self.write(whole, isNegative: isNegative, at: target)
      (target + point).initialize(to: UInt8(ascii: "."))
      DecimalDigits.put(fraction, width: places, at: target + point + 1)
      return point + 1 + places
    }
  }

  private static var integerBytesMax: Int { 1 + DecimalDigits.bytesMax }

  /// Writes digits, with a minus sign for negative numbers; returns the number of bytes.
  @inline(__always)
  private static func write(
    _ digits: UInt64, isNegative: Bool, at target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    target.initialize(to: UInt8(ascii: "-"))
    let sign = isNegative ? 1 : 0
    return sign + DecimalDigits.put(digits, at: target + sign)
  }

}
