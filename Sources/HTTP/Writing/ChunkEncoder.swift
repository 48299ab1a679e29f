/// Writes the chunks of a streamed response.
///
/// Source: RFC 9112 §7.1.
public enum ChunkEncoder {
  /// Appends `octets` as one chunk. No octets append nothing, because an empty chunk ends the body.
  public static func append(_ octets: [UInt8], to out: inout [UInt8]) {
    guard !octets.isEmpty else { return }
    out.append(atMost: 18) { writer in
      writer.put(hexadecimal: octets.count)
      writer.put("\r\n")
    }
    out.append(contentsOf: octets)
    out.append(contentsOf: [Octet.carriageReturn, Octet.lineFeed])
  }

  /// Appends the end of the body, without trailers.
  public static func appendEnd(to out: inout [UInt8]) {
    out.append(atMost: 5) { $0.put("0\r\n\r\n") }
  }
}
