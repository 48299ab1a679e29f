/// The fields of a request, as received, in order.
///
/// Keeps bytes and positions; a `String` is made on demand. Names compare without regard to case.
/// Text that is not UTF-8 is read as ISO-8859-1.
/// Source: RFC 9110 §5.
public struct Fields: @unchecked Sendable {
  // Unchecked: the storage is never written after it was made.
  let storage: HeadStorage

  /// How many field lines there are.
  public var count: Int { storage.outline.fieldCount }

  /// The value of the first field of that name, or nil.
  public subscript(_ name: String) -> String? {
    guard let index = firstIndex(of: name, from: 0) else { return nil }
    return storage.text(storage.span(index).value)
  }

  /// The values of all fields of that name, in order.
  public func values(of name: String) -> [String] {
    var values: [String] = []
    var next = 0
    while let index = firstIndex(of: name, from: next) {
      values.append(storage.text(storage.span(index).value))
      next = index + 1
    }
    return values
  }

  /// Whether there is a field of that name. Makes no `String`.
  public func contains(_ name: String) -> Bool { firstIndex(of: name, from: 0) != nil }

  /// The field line at `index`, from 0 up to `count`. Traps outside.
  public subscript(_ index: Int) -> (name: String, value: String) {
    let span = storage.span(index)
    return (storage.text(span.name), storage.text(span.value))
  }

  /// Calls `body` with the bytes of each value of that name (a literal in lower case), in order.
  func forEachValue(of name: StaticString, _ body: (UnsafeRawBufferPointer) -> Void) {
    storage.withBytes { forEachValue(of: name, in: $0, body) }
  }

  /// The same inside a call that lends the bytes of the head.
  func forEachValue(
    of name: StaticString, in bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    for index in 0..<count {
      let span = storage.span(index)
      guard bytes.slice(span.name).equals(ignoringCase: name) else { continue }
      body(bytes.slice(span.value))
    }
  }

  /// Calls `body` with the only value of that name; nil without it, and when there are several.
  func onlyValue<Result>(
    of name: StaticString, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    var count = 0
    var result: Result?
    forEachValue(of: name) { value in
      count += 1
      result = count == 1 ? body(value) : nil
    }
    return result
  }

  private func firstIndex(of name: String, from start: Int) -> Int? {
    name.withBytes { wanted in
      storage.withBytes { bytes in
        for index in start..<storage.outline.fieldCount {
          let range = storage.span(index).name
          guard range.count == wanted.count else { continue }
          if bytes.slice(range).equals(ignoringCase: wanted) { return index }
        }
        return nil
      }
    }
  }
}
