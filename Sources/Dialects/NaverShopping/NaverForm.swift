import HTTP
import Transport
import Web

/// The two forms of Naver's answers: JSON, and RSS 2.0 at paths that end in `.xml`.
enum NaverForm: Sendable, Hashable {
  case json
  case xml

  /// Naver's searches. Of them only that for products exists here; the others are refused in the
  /// same form.
  private static let searches = [
    "adult", "blog", "book", "book_adv", "cafearticle", "doc", "encyc", "errata", "image", "kin",
    "local", "movie", "news", "shop", "webkr",
  ]

  /// The form of a path under `/v1/search/`; nil if no app of Naver's asks for it.
  ///
  /// Compares bytes: the path may hold anything.
  init?(path: String) {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"))
    guard segments.count > 2, segments[0].elementsEqual("v1".utf8),
      segments[1].elementsEqual("search".utf8)
    else { return nil }
    let ends = [segments[2], segments[segments.count - 1]]
    func ending(_ word: String) -> Bool {
      ends.contains { $0.suffix(word.utf8.count).elementsEqual(word.utf8) }
    }
    let name = segments[2].prefix { $0 != UInt8(ascii: ".") }
    if ending(".xml") {
      self = .xml
    } else if ending(".json") || Self.searches.contains(where: { name.elementsEqual($0.utf8) }) {
      self = .json
    } else {
      return nil
    }
  }

  /// With a charset, because some clients read bytes by it.
  var contentType: StaticString {
    switch self {
    case .json: "application/json; charset=UTF-8"
    case .xml: "text/xml; charset=UTF-8"
    }
  }
}

/// Writes XML with the elements that `content` writes.
///
/// - Parameter capacity: in bytes, an estimate.
func naverXML(capacity: Int, _ content: (inout HTMLWriter) -> Void) -> [UInt8] {
  var writer = HTMLWriter(capacity: capacity)
  content(&writer)
  return Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8) + writer.bytes
}

extension HTMLWriter {
  /// An element of XML with a text.
  mutating func xml(_ name: StaticString, _ text: String) {
    element(name, [:], text.xmlCharacters)
  }
}

extension String {
  /// XML has no place for most control characters, not even escaped.
  ///
  /// Source: XML 1.0 §2.2.
  fileprivate var xmlCharacters: String {
    func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...: true
      default: false
      }
    }
    guard !unicodeScalars.allSatisfy(isCharacter) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { isCharacter($0) ? $0 : "\u{FFFD}" }))
  }
}
