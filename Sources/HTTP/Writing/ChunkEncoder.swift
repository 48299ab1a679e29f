/// Writes the chunks of a streamed response.
///
/// Source: RFC 9112 §7.1.
public enum ChunkEncoder {
  /// Appends `bytes` as one chunk. No bytes append nothing, because an empty chunk ends the body.
  public static func append(_ bytes: [UInt8], to out: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    out.append(atMost: 18) { writer in
      writer.put(hexadecimal: bytes.count)
      writer.put("\r\n")
    }
    out.append(contentsOf: bytes)
    out.append(contentsOf: [Octet.carriageReturn, Octet.lineFeed])
  }

  /// Appends the end of the body, without trailers.
  public static func appendEnd(to out: inout [UInt8]) {
    out.append(atMost: 5) { $0.put("0\r\n\r\n") }
  }
}
