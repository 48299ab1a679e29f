/// The target of a request: a path with an optional query.
///
/// Source: RFC 9112 §3.2; RFC 3986 §3.
public struct RequestTarget: @unchecked Sendable {
  // Unchecked: the storage is never written after it was made.
  let storage: HeadStorage

  /// The path as received: percent-encoded, beginning with `/`, or `*` alone.
  ///
  /// Made again at each use, without an allocation up to 15 bytes: keep it.
  public var path: String {
    let range = storage.outline.path
    guard range.count > 0 else { return withPath { String(decoding: $0, as: UTF8.self) } }
    return storage.text(range)
  }

  /// The text after the first `?`, as received, or nil without one.
  public var rawQuery: String? {
    guard let range = storage.outline.query else { return nil }
    return storage.text(range)
  }

  /// Calls `body` with the bytes of `path`, valid only during the call. Makes no `String`.
  public func withPath<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let range = storage.outline.path
    guard range.count > 0 else { return withUnsafeBytes(of: storage.outline.emptyPath, body) }
    return storage.withBytes { body($0.slice(range)) }
  }

  /// The segments between the slashes of the path, each percent-decoded once.
  ///
  /// `/` has one empty segment, `/a/` has `a` and an empty one, `*` has none.
  /// - Throws: `TargetError` for a segment that could lead elsewhere: an encoded slash, any
  ///   backslash, NUL, `.` or `..`, or bytes that are not UTF-8.
  ///
  /// Split before decoding, so that `%2F` never becomes a separator (a traversal Vapor once had,
  /// #2500).
  public func decodedSegments() throws(TargetError) -> [String] {
    try withPath { path in
      Result { () throws(TargetError) in try Self.decodedSegments(of: path) }
    }.get()
  }

  private static func decodedSegments(
    of path: UnsafeRawBufferPointer
  ) throws(TargetError) -> [String] {
    guard path.first == Octet.slash else { return [] }
    var segments: [String] = []
    segments.reserveCapacity(8)
    var rest = path.dropFirst()
    while let end = rest.firstIndex(of: Octet.slash) {
      segments.append(try PercentDecoding.segment(rest[..<end]))
      rest = rest[(end + 1)...]
    }
    segments.append(try PercentDecoding.segment(rest))
    return segments
  }

  /// The `name=value` pairs of the query, percent-decoded; `+` is a space, empty pairs are skipped.
  ///
  /// - Throws: `TargetError` for a broken `%XX`, NUL, bytes that are not UTF-8, or too many marks.
  ///
  /// Source: application/x-www-form-urlencoded, as browsers and URLComponents send it.
  public func queryItems() throws(TargetError) -> [QueryItem] {
    var items: [QueryItem] = []
    try forEachPair { (bytes, value) throws(TargetError) in
      let name = try PercentDecoding.formText(bytes)
      items.append(QueryItem(name: name, value: try Self.value(value, of: name)))
      return true
    }
    return items
  }

  /// The items with one of these names. Other items are ignored, even malformed ones.
  ///
  /// - Throws: `TargetError` for a value of such a name that is broken.
  public func queryItems(named names: [StaticString]) throws(TargetError) -> [QueryItem] {
    var items: [QueryItem] = []
    // Most have a few, and nearly none has all.
    if storage.outline.query != nil { items.reserveCapacity(min(names.count, 4)) }
    try forEachPair { (bytes, value) throws(TargetError) in
      guard let name = Self.name(bytes, among: names) else { return true }
      items.append(QueryItem(name: name, value: try Self.value(value, of: name)))
      return true
    }
    return items
  }

  private static func value(
    _ bytes: UnsafeRawBufferPointer, of name: String
  ) throws(TargetError) -> String {
    do throws(TargetError) {
      return try PercentDecoding.formText(bytes)
    } catch .tooManyMarks {
      throw .tooManyMarks(in: name)
    }
  }

  /// Names are nearly always sent as they are, and are found without a text of their own.
  private static func name(
    _ bytes: UnsafeRawBufferPointer, among names: [StaticString]
  ) -> String? {
    guard PercentDecoding.isNeeded(inForm: bytes) else {
      return names.first { bytes.equals($0) }?.description
    }
    guard let name = try? PercentDecoding.formText(bytes) else { return nil }
    return names.contains { $0.description == name } ? name : nil
  }

  /// The text after the `=` of the first pair with this name, both as received; nil without one.
  public func rawQueryValue(of name: String) -> String? {
    var found: String?
    forEachPair { bytes, value in
      guard value.baseAddress != nil, bytes.equals(text: name) else { return true }
      found = String(decoding: value, as: UTF8.self)
      return false
    }
    return found
  }

  /// Calls `body` with the bytes of name and value of each pair that is not empty, as received,
  /// until it returns false. Without `=` the value has no address.
  private func forEachPair<Failure: Error>(
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws(Failure) -> Bool
  ) throws(Failure) {
    guard let range = storage.outline.query else { return }
    try storage.withBytes { bytes in
      Result { () throws(Failure) in
        let query = bytes.slice(range)
        var start = 0
        while start < query.count {
          let end = query.next(Octet.ampersand, from: start)
          let pair = query.slice(start, end)
          start = end + 1
          guard !pair.isEmpty else { continue }
          let middle = pair.next(Octet.equals, from: 0)
          let value =
            middle < pair.count
            ? pair.slice(middle + 1, pair.count) : UnsafeRawBufferPointer(start: nil, count: 0)
          guard try body(pair.slice(0, middle), value) else { return }
        }
      }
    }.get()
  }
}

/// One `name=value` of a query, decoded.
public struct QueryItem: Sendable, Hashable {
  /// The text before the first `=`.
  public let name: String
  /// The text after it; empty without one.
  public let value: String

  /// A pair of decoded texts.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// Why a path or query cannot be read as text.
public enum TargetError: Error, Hashable, Sendable {
  /// `%` without two hexadecimal digits.
  case malformedEncoding
  /// Decodes to bytes that are not UTF-8.
  case invalidText
  /// Holds U+0000, which would cut a C string short.
  case containsNull
  /// A segment that is `.` or `..`, or holds an encoded slash or a backslash.
  case traversal
  /// More than 30 combining marks in a row, in the item of this name or after this beginning.
  case tooManyMarks(in: String)
}
