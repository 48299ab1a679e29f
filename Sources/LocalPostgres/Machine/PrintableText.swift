extension String {
  /// The text without control characters for terminals, and cut after `limit` code points: safe for
  /// one line, even with input from users.
  package func printable(_ limit: Int) -> String {
    let safe = unicodeScalars.prefix(limit).map { $0.isObeyed ? "\u{FFFD}" : $0 }
    var text = String(String.UnicodeScalarView(safe))
    if unicodeScalars.count > limit { text += "..." }
    return text
  }
}

extension Unicode.Scalar {
  /// Controls, line separators, and marks that turn the direction of writing. Joiners are none:
  /// emoji and several scripts are written with them.
  fileprivate var isObeyed: Bool {
    switch value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFEFF:
      true
    default: false
    }
  }
}

extension StringProtocol {
  /// Without white space at its ends.
  package var withoutBlanks: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

/// A text that must not appear in logs, messages, crash reports or debuggers' summaries.
///
/// Every way in which Swift turns a value into text answers `[secret]`; the text itself comes out
/// of one method, whose name is easy to search for.
package struct Secret: Sendable, Hashable {
  private let text: String

  package init(_ text: String) {
    self.text = text
  }

  /// The text, for the one who must use it.
  package func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "[secret]" }
  package var debugDescription: String { "[secret]" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
