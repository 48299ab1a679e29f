/// Writes the chunks of a streamed response.
///
/// Source: RFC 9112 §7.1.
public enum ChunkEncoder {
  /// Appends `octets` as one chunk. No octets append nothing, because an empty chunk ends the body.
  public static func append(_ octets: [UInt8], to out: inout [UInt8]) {
    guard !octets.isEmpty else { return }
    out.reserveCapacity(max(out.count + octets.count + 20, out.capacity))
    appendHexadecimal(octets.count, to: &out)
    FieldEncoding.append("\r\n", to: &out)
    out.append(contentsOf: octets)
    FieldEncoding.append("\r\n", to: &out)
  }

  /// Appends the end of the body, without trailers.
  public static func appendEnd(to out: inout [UInt8]) {
    FieldEncoding.append("0\r\n\r\n", to: &out)
  }

  private static func appendHexadecimal(_ number: Int, to out: inout [UInt8]) {
    if number >= 16 { appendHexadecimal(number >> 4, to: &out) }
    let digit = UInt8(number & 15)
    out.append(digit < 10 ? Octet.zero + digit : 0x61 - 10 + digit)
  }
}
