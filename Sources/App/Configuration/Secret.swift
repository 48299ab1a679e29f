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
