/// A response status code with its reason phrase.
///
/// Source: RFC 9110 §15.
public struct Status: Sendable, Hashable {
  /// Three digits, 100 to 599.
  public let code: Int
  /// The reason phrase: ASCII, without CR, LF or NUL, because it is a literal of this program.
  public let reason: StaticString

  /// Names a status that this file does not list.
  public init(_ code: Int, _ reason: StaticString) {
    precondition((100...599).contains(code), "a status has three digits")
    self.code = code
    self.reason = reason
  }

  /// Compares codes: the phrase means nothing.
  public static func == (left: Status, right: Status) -> Bool { left.code == right.code }
  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
