/// The text of a statement, which lives as long as the program.
///
/// Its address tells statements apart, so that each is prepared once per connection. Make it once
/// for each query, as `Statement` says: what is put together of parts is copied, and never freed.
/// `@unchecked Sendable` because its bytes are never written again.
public struct SQL: ExpressibleByStringInterpolation, CustomStringConvertible, @unchecked Sendable {
  /// UTF-8 that ends with a NUL.
  let start: UnsafePointer<UInt8>

  /// Trusted text, put together of parts that are written in the program.
  public init(stringLiteral text: String) {
    let count = text.utf8.count
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 1)
    for (index, byte) in text.utf8.enumerated() { (copy + index).initialize(to: byte) }
    (copy + count).initialize(to: 0)
    start = UnsafePointer(copy)
  }

  /// The text as it is sent.
  public var description: String { String(cString: start) }

  /// As C wants it.
  var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
  }
}
