/// 128 bits that name something, such as a UUID or half a digest, as two numbers.
///
/// No `UInt128`, which lies at addresses that divide by 16: on Linux, Swift's runtime asks for memory
/// of everything that holds one by `posix_memalign`, which takes several times as long as `malloc`,
/// and every product of every list has four.
package struct SixteenOctets: Sendable, Hashable {
  /// The first eight.
  package let high: UInt64
  /// The last eight.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil unless there are 16.
  package init?(_ octets: UnsafeRawBufferPointer) {
    guard octets.count == 16 else { return nil }
    high = UInt64(bigEndian: octets.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: octets.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The first 16 of them; nil where there are less.
  package init?(firstOf octets: [UInt8]) {
    let first = octets.withUnsafeBytes { Self(UnsafeRawBufferPointer(rebasing: $0.prefix(16))) }
    guard let first else { return nil }
    self = first
  }

  /// The first one is the highest of `high`.
  package var octets: [UInt8] {
    withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
  }
}

extension SixteenOctets: TextSource {
  package static var isPlain: Bool { true }

  package var octetsMax: Int { 32 }

  /// 32 lower-case hexadecimal digits.
  package func write(to writer: inout TextWriter) {
    writer.put(hexadecimal: high)
    writer.put(hexadecimal: low)
  }
}
