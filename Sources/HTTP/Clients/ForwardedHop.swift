/// What one proxy told about whoever connected to it.
struct ForwardedHop: Equatable {
  /// Nil when it did not tell, or told no address.
  var address: ClientAddress?
  var scheme: Client.Scheme?
  var host: String?

  /// The text of a host that could stand in `Host`; nil otherwise, since it goes into URLs.
  static func host(_ bytes: UnsafeRawBufferPointer) -> String? {
    HostRule.accepts(bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

extension Client.Scheme {
  /// `http` or `https` in any case; nil for others.
  init?(_ bytes: UnsafeRawBufferPointer) {
    if bytes.equals(ignoringCase: "https") {
      self = .https
    } else if bytes.equals(ignoringCase: "http") {
      self = .http
    } else {
      return nil
    }
  }
}
