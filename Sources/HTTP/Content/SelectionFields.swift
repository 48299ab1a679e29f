/// Which of the fields that choose or condition a representation a request has.
///
/// Found in one pass, because nearly all requests have none of them but `Accept-Encoding`.
struct SelectionFields: OptionSet {
  let rawValue: UInt8

  static let ifMatch = SelectionFields(rawValue: 1)
  static let ifUnmodifiedSince = SelectionFields(rawValue: 2)
  static let ifNoneMatch = SelectionFields(rawValue: 4)
  static let ifModifiedSince = SelectionFields(rawValue: 8)
  static let ifRange = SelectionFields(rawValue: 16)
  static let range = SelectionFields(rawValue: 32)
  static let acceptEncoding = SelectionFields(rawValue: 64)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ fields: Fields) {
    self = []
    let storage = fields.storage
    storage.withBytes { bytes in
      for index in 0..<fields.count {
        if let field = Self.named(bytes.slice(storage.span(index).name)) { insert(field) }
      }
    }
  }

  private static func named(_ name: UnsafeRawBufferPointer) -> SelectionFields? {
    switch name.count {
    case 5: name.equals(ignoringCase: "range") ? .range : nil
    case 8:
      name.equals(ignoringCase: "if-match")
        ? .ifMatch : name.equals(ignoringCase: "if-range") ? .ifRange : nil
    case 13: name.equals(ignoringCase: "if-none-match") ? .ifNoneMatch : nil
    case 15: name.equals(ignoringCase: "accept-encoding") ? .acceptEncoding : nil
    case 17: name.equals(ignoringCase: "if-modified-since") ? .ifModifiedSince : nil
    case 19: name.equals(ignoringCase: "if-unmodified-since") ? .ifUnmodifiedSince : nil
    default: nil
    }
  }
}
