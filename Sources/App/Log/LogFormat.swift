/// How the log is to look.
package enum LogFormat: String, Sendable {
  /// Text where it goes to a terminal, and JSON elsewhere.
  case auto
  case text, json
}
