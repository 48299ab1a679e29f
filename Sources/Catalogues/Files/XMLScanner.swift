/// Reads the XML of workbooks, event by event, from memory.
///
/// Our own: Foundation's would link libxml2 into a program that carries its libraries with it, and
/// fails on documents of 10 MiB. Without declarations of types, and so without entities but the
/// five of XML. It does not check that elements are closed in order: readers only look for what
/// they know.
/// Source: XML 1.0, 5th edition, §2.
struct XMLScanner {
  enum Event: Equatable {
    /// Without the prefix of its namespace.
    case start(String, isEmpty: Bool)
    case end(String)
    /// Bytes, with entities replaced.
    case text([UInt8])
  }

  private let bytes: [UInt8]
  private var at = 0
  /// Of the last start: names without prefixes, and where the values are.
  private var attributes: [(name: String, value: Range<Int>)] = []

  /// Nil for UTF-16 and for declarations of types.
  init?(_ bytes: [UInt8]) {
    guard bytes.first != 0xFF, bytes.first != 0xFE else { return nil }
    self.bytes = bytes
    let head = bytes.prefix(1 << 10)
    guard !Self.contains(head, "<!DOCTYPE") else { return nil }
  }

  /// The value of an attribute of the last element that was opened.
  func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }.map {
      String(decoding: Self.unescaped(bytes[$0.value]), as: UTF8.self)
    }
  }

  /// Nil at the end, or where the document is cut.
  mutating func next() -> Event? {
    while at < bytes.count {
      guard bytes[at] == 0x3C else { return .text(text()) }
      guard at + 1 < bytes.count else { return nil }
      switch bytes[at + 1] {
      case 0x3F: skip(past: "?>")
      case 0x21 where matches("<![CDATA["): return .text(data())
      case 0x21: skip(past: matches("<!--") ? "-->" : ">")
      case 0x2F: return end()
      default: return start()
      }
    }
    return nil
  }

  private mutating func text() -> [UInt8] {
    let end = bytes[at...].firstIndex(of: 0x3C) ?? bytes.count
    defer { at = end }
    return Self.unescaped(bytes[at..<end])
  }

  private mutating func data() -> [UInt8] {
    let start = at + 9
    skip(past: "]]>")
    let end = bytes[..<at].suffix(3).elementsEqual("]]>".utf8) ? at - 3 : at
    return Array(bytes[min(start, end)..<end])
  }

  private mutating func end() -> Event? {
    at += 2
    let name = name()
    skip(past: ">")
    return .end(name)
  }

  private mutating func start() -> Event? {
    at += 1
    let element = name()
    attributes.removeAll(keepingCapacity: true)
    while at < bytes.count {
      switch bytes[at] {
      case 0x3E:
        at += 1
        return .start(element, isEmpty: false)
      case 0x2F:
        skip(past: ">")
        return .start(element, isEmpty: true)
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: readAttribute()
      }
    }
    return nil
  }

  private mutating func readAttribute() {
    let name = name()
    while at < bytes.count, Self.isSpace(bytes[at]) || bytes[at] == 0x3D { at += 1 }
    guard at < bytes.count, bytes[at] == 0x22 || bytes[at] == 0x27 else {
      // Not XML; what follows is passed over byte by byte.
      if at < bytes.count, bytes[at] != 0x3E, bytes[at] != 0x2F { at += 1 }
      return
    }
    let start = at + 1
    let end = bytes[start...].firstIndex(of: bytes[at]) ?? bytes.count
    attributes.append((name, start..<end))
    at = min(end + 1, bytes.count)
  }

  /// Without its prefix.
  private mutating func name() -> String {
    var start = at
    while at < bytes.count {
      let byte = bytes[at]
      if byte == 0x3E || byte == 0x2F || byte == 0x3D || Self.isSpace(byte) { break }
      at += 1
      if byte == 0x3A { start = at }
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  // MARK: Bytes

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private func matches(_ text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

  private mutating func skip(past text: String) {
    guard let last = text.utf8.first else { return }
    while at < bytes.count {
      guard let found = bytes[at...].firstIndex(of: last) else { break }
      at = found
      if matches(text) {
        at += text.utf8.count
        return
      }
      at += 1
    }
    at = bytes.count
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ text: String) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    guard bytes.contains(0x26) else { return Array(bytes) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.first {
      if byte == 0x26, let entity = CharacterReference(rest) {
        text += entity.text.utf8
        rest = rest.dropFirst(entity.length)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return text
  }
}
