import Domain
import HTTP
import Web

/// The cookie in which a client keeps where it stands in a list or a search with pages of one size.
///
/// Source: RFC 6265 §4.1.
struct PageCookie: Sendable {
  /// In seconds: an hour, longer than anybody scrolls through one list.
  static let secondsKept = 3_600
  /// Bytes of its text that are read; ours have about a hundred.
  static let bytesMax = 512
  private let name: String
  private let path: String

  init(of list: ProductList, count: Int, path: String) {
    name =
      switch list {
      case .counted: "moa_pages_\(count)"
      case .found, .nothing: "moa_search_\(count)"
      }
    self.path = path
  }

  /// What the client brought; nil without one. Of two the first, whose path is the longer one.
  func text(in request: Request) -> String? {
    for value in request.fields.values(of: .cookie) {
      for pair in value.split(separator: ";") {
        let parts = pair.trimmingSpace.split(
          separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == name else { continue }
        let text = parts[1]
        return (1...Self.bytesMax).contains(text.utf8.count) ? String(text) : nil
      }
    }
    return nil
  }

  /// Kept by the client for an hour, for these routes only, and out of reach of scripts.
  func field(_ text: String, isSecure: Bool) -> ResponseField {
    ResponseField(
      "Set-Cookie",
      "\(name)=\(text); Path=\(path); Max-Age=\(Self.secondsKept); HttpOnly; SameSite=Lax"
        + (isSecure ? "; Secure" : ""))
  }
}
