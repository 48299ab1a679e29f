/// Reads `Forwarded`: one element for each proxy that the request came through.
///
/// The grammar is applied strictly. A line that breaks it counts as one unknown hop, because after
/// an open quotation mark the proxy's commas cannot be told from the client's.
/// Source: RFC 7239 §4.
struct ForwardedField {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0
  private var hops: [ForwardedHop] = []

  /// The elements of one field line from left to right, or nil when it breaks the grammar or has
  /// more elements than `Forwarding.hopsMax`.
  static func hops(_ line: UnsafeRawBufferPointer) -> [ForwardedHop]? {
    var reader = ForwardedField(line)
    return reader.readElements() ? reader.hops : nil
  }

  private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func readElements() -> Bool {
    while true {
      skipBlanks()
      // Empty elements of a list count as none. Source: RFC 9110 §5.6.1.2.
      if next != nil, next != Octet.comma, !readElement() { return false }
      skipBlanks()
      guard next != nil else { return true }
      guard next == Octet.comma else { return false }
      at += 1
    }
  }

  private mutating func skipBlanks() {
    while let byte = next, Octet.isBlank(byte) { at += 1 }
  }

  /// `[ pair ] *( ";" [ pair ] )`
  private mutating func readElement() -> Bool {
    guard hops.count < Forwarding.hopsMax else { return false }
    var element = Element()
    while let byte = next, byte != Octet.comma, !Octet.isBlank(byte) {
      if byte == Octet.semicolon {
        at += 1
      } else {
        guard readPair(into: &element) else { return false }
        guard next == nil || next == Octet.semicolon || next == Octet.comma || isBlank else {
          return false
        }
      }
    }
    hops.append(element.hop)
    return true
  }

  private var isBlank: Bool { next.map(Octet.isBlank) ?? false }

  private mutating func readPair(into element: inout Element) -> Bool {
    let start = at
    at = bytes.endOfToken(from: at)
    let name = bytes.slice(start, at)
    guard !name.isEmpty, next == Octet.equals else { return false }
    at += 1
    return next == Octet.quote ? readQuoted(name, &element) : readToken(name, &element)
  }

  private mutating func readToken(
    _ name: UnsafeRawBufferPointer, _ element: inout Element
  ) -> Bool {
    let start = at
    at = bytes.endOfToken(from: at)
    return at > start && element.set(name, bytes.slice(start, at))
  }

  private mutating func readQuoted(
    _ name: UnsafeRawBufferPointer, _ element: inout Element
  ) -> Bool {
    var value: [UInt8] = []
    at += 1
    while var byte = next, byte != Octet.quote {
      if byte == Octet.backslash {
        at += 1
        guard let escaped = next else { return false }
        byte = escaped
      }
      value.append(byte)
      at += 1
    }
    guard next == Octet.quote else { return false }
    at += 1
    return value.withUnsafeBytes { element.set(name, $0) }
  }

  /// The pairs of one element. Each may occur once. Source: RFC 7239 §4.
  private struct Element {
    var hop = ForwardedHop()
    private var seen = Set<Pair>()

    private enum Pair { case node, proto, host, by }

    /// Returns false for a repeated pair. Unknown names are extensions and mean nothing to us.
    mutating func set(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
      if name.equals(ignoringCase: "for") {
        hop.address = ForwardedNode.address(value)
        return seen.insert(.node).inserted
      }
      if name.equals(ignoringCase: "proto") {
        hop.scheme = Client.Scheme(value)
        return seen.insert(.proto).inserted
      }
      if name.equals(ignoringCase: "host") {
        hop.host = ForwardedHop.host(value)
        return seen.insert(.host).inserted
      }
      return name.equals(ignoringCase: "by") ? seen.insert(.by).inserted : true
    }
  }
}
