import Text

/// The text of a piece of HTML, as a reader of it would type it: paragraphs, lists and rows on
/// lines of their own, without scripts and styles.
struct HTMLText {
  package static let bytesMax = 1 << 20

  private(set) var text: [UInt8] = []
  private(set) var hasPictures = false
  private let bytes: [UInt8]
  private var at = 0
  /// Line breaks that the next word is to begin with.
  private var breaks = 0
  private var isSpaced = false
  /// Within `<pre>` line breaks are kept.
  private var isKept = false

  private static let blocks: Set<String> = [
    "p", "ul", "ol", "dl", "table", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "pre",
    "figure", "hr",
  ]
  private static let lines: Set<String> = [
    "br", "li", "tr", "div", "dt", "dd", "section", "article", "header", "footer", "figcaption",
    "caption", "option", "address", "main", "aside", "nav", "form", "center",
  ]
  private static let silent: Set<String> = [
    "script", "style", "head", "title", "noscript", "template", "svg", "iframe", "object",
  ]

  /// - Parameter html: text without a tag keeps its lines.
  init(_ html: String) {
    bytes = Array(html.utf8.prefix(Self.bytesMax))
    isKept = !Self.hasTags(bytes)
    read()
  }

  /// Whether a tag of HTML stands in it.
  private static func hasTags(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0] == 0x3C && isTag(bytes, $0) }
  }

  private static func isTag(_ bytes: [UInt8], _ at: Int) -> Bool {
    guard at + 1 < bytes.count else { return false }
    let next = bytes[at + 1]
    return next == 0x2F || next == 0x21 || (0x41...0x5A).contains(next & 0xDF)
  }

  private mutating func read() {
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x3C, Self.isTag(bytes, at) {
        readTag()
      } else if byte == 0x26, let entity = CharacterReference(bytes[at...]) {
        if entity.text == " " { isSpaced = true } else { put(entity.text.utf8) }
        at += entity.length
      } else if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        if isKept, byte == 0x0A { breaks += 1 } else if isKept || byte != 0x0D { isSpaced = true }
        at += 1
      } else {
        put(CollectionOfOne(byte))
        at += 1
      }
    }
  }

  private mutating func put(_ piece: some Collection<UInt8>) {
    if !text.isEmpty {
      if breaks > 0 {
        text += repeatElement(0x0A, count: min(breaks, 2))
      } else if isSpaced {
        text.append(0x20)
      }
    }
    (breaks, isSpaced) = (0, false)
    text += piece
  }

  private mutating func readTag() {
    guard !bytes[at...].starts(with: "<!--".utf8) else { return skip(past: "-->") }
    let start = at
    at += 1
    let isEnd = at < bytes.count && bytes[at] == 0x2F
    if isEnd { at += 1 }
    let nameStart = at
    while at < bytes.count, at - nameStart < 16, Self.isName(bytes[at]) { at += 1 }
    let name = String(decoding: bytes[nameStart..<at], as: UTF8.self).lowercased()
    skipAttributes()
    if !isEnd, Self.silent.contains(name), bytes[start..<at].dropLast().last != 0x2F {
      skip(past: "</" + name)
      skip(past: ">")
    }
    show(name, isEnd: isEnd)
  }

  private mutating func show(_ name: String, isEnd: Bool) {
    switch name {
    case "img": hasPictures = true
    case "pre": isKept = !isEnd
    case "td", "th": isSpaced = true
    case "br": breaks += 1
    default: break
    }
    if Self.blocks.contains(name) {
      breaks = max(breaks, 2)
    } else if Self.lines.contains(name) {
      breaks = max(breaks, 1)
    }
    if name == "li", !isEnd {
      put("-".utf8)
      isSpaced = true
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
  }

  /// To behind the tag; a `>` within quotes does not end it.
  private mutating func skipAttributes() {
    var quote: UInt8?
    var last: UInt8 = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      defer { last = byte }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x3E {
        return
      } else if byte == 0x22 || byte == 0x27, last == 0x3D {
        quote = byte
      }
    }
  }

  private mutating func skip(past end: String) {
    let wanted = Array(end.utf8)
    while at < bytes.count {
      let found = bytes[at...].prefix(wanted.count)
      if found.count == wanted.count,
        zip(found, wanted).allSatisfy({ $0 == $1 || ($0 | 0x20 == $1 && $1 >= 0x61) })
      {
        at += wanted.count
        return
      }
      at += 1
    }
  }
}
