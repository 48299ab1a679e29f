/// What a channel may be called: 1 to 63 bytes without U+0000, as every name in PostgreSQL.
///
/// A longer name would be cut by the server, and notifications would come under the shorter one.
/// Source: PostgreSQL documentation, "Identifiers and Key Words".
enum ChannelName {
  static let bytesMax = 63
  /// Each is a statement of its own when the connection is opened.
  static let countMax = 256

  /// The statements that listen to all of them.
  static func listening(to channels: [String]) throws(PostgresError) -> String {
    guard !channels.isEmpty, channels.count <= countMax else {
      throw refusal("\(channels.count) channels, limit \(countMax)")
    }
    var script = ""
    for channel in channels { script += "listen \(try quoted(channel));" }
    return script
  }

  /// The name as an identifier.
  static func quoted(_ name: String) throws(PostgresError) -> String {
    let utf8 = name.utf8
    guard !utf8.isEmpty, utf8.count <= bytesMax else {
      throw refusal("a channel's name of \(utf8.count) bytes, limit \(bytesMax)")
    }
    guard !utf8.contains(0) else { throw refusal("a channel's name with U+0000") }
    // Byte by byte: a quotation mark with an accent is one character, and still ends a name.
    var bytes: [UInt8] = [quote]
    for byte in utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let quote = UInt8(ascii: "\"")

  private static func refusal(_ reason: String) -> PostgresError {
    PostgresError(.encoding(reason: reason))
  }
}
