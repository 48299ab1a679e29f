import HTTP

extension ResponseField {
  /// One year: less, and lists of preloaded hosts do not take it. Not for subdomains: they may be
  /// somebody else's to decide about.
  ///
  /// Source: RFC 6797 §6.1; OWASP ASVS 5.0.0 §3.4.1.
  static let strictTransport = ResponseField("Strict-Transport-Security", "max-age=31536000")
}
