/// A text that lies in one memory with others.
///
/// It points into that memory, and is good only inside of the closure that it was handed to, as
/// the pointer of `withUnsafeBytes` is: a page has one for each product, and to count who holds
/// the memory took two atomic operations for each.
package struct TextPiece: TextSource, @unchecked Sendable {
  // Unchecked: while it is good, nobody writes where it points.
  /// UTF-8, at which nobody has looked.
  package let octets: UnsafeBufferPointer<UInt8>

  /// - Parameter octets: whole characters in UTF-8.
  init(_ octets: UnsafeBufferPointer<UInt8>) { self.octets = octets }

  package var octetsMax: Int { octets.count }

  /// Repaired where it is no UTF-8 after all.
  package var text: String { String(decoding: octets, as: UTF8.self) }

  package func write(to writer: inout TextWriter) { writer.put(utf8: octets) }
}
