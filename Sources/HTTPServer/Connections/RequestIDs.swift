/// Makes an identifier for each request: unique in this process and, nearly surely, elsewhere.
///
/// Fifteen characters fit into a `String` without an allocation: five random ones for the loop,
/// then a counter.
struct RequestIDs {
  private let prefix: UInt64
  private var counter: UInt64 = 0
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let prefixLength = 5
  private static let length = 15

  init() { prefix = UInt64.random(in: 0..<(1 << (5 * UInt64(Self.prefixLength)))) }

  mutating func next() -> String {
    counter &+= 1
    return String(unsafeUninitializedCapacity: Self.length) { [counter] buffer in
      var (head, tail) = (prefix, counter)
      for index in (0..<Self.prefixLength).reversed() {
        buffer[index] = Self.digits[Int(head & 31)]
        head >>= 5
      }
      for index in (Self.prefixLength..<Self.length).reversed() {
        buffer[index] = Self.digits[Int(tail & 31)]
        tail >>= 5
      }
      return Self.length
    }
  }
}
