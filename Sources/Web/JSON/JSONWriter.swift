/// Writes JSON straight into bytes.
///
/// The caller keeps the order: a key, then its value; commas are set by the writer.
///
/// Foundation's encoder takes about ten times as long for a page of cells, because it builds
/// every value twice and looks each key up.
/// Source: RFC 8259.
package struct JSONWriter: ~Copyable {
  private var output: JSONOutput
  /// Whether the next value needs a comma before it.
  private var followsValue = false

  /// - Parameter capacity: in bytes, an estimate; it only saves growing.
  package init(capacity: Int = 256) {
    output = JSONOutput(capacity: capacity)
  }

  private init(_ output: consuming JSONOutput) {
    self.output = output
  }

  /// The bytes that `write` writes: straight into the array, if that is large enough.
  ///
  /// - Parameter capacity: in bytes, an estimate; what does not fit costs a copy, and so does what
  ///   might not: numbers ask for the room of the longest ones.
  package static func bytes(
    capacity: Int, _ write: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var larger: [UInt8]?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
      var writer = JSONWriter(JSONOutput(into: memory))
      write(&writer)
      if writer.output.isOnItsOwn { larger = writer.bytes } else { count = writer.output.count }
    }
    return larger ?? bytes
  }

  /// The number of bytes that were written.
  package var count: Int { output.count }

  /// All that was written; a copy each time.
  package var bytes: [UInt8] { output.bytes }

  package mutating func beginObject() { open(UInt8(ascii: "{")) }

  package mutating func endObject() { close(UInt8(ascii: "}")) }

  /// `{`, what `members` writes, `}`.
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  /// `[`, each element as `write` writes it, `]`.
  package mutating func array<Element>(
    _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    open(UInt8(ascii: "["))
    // The array would hand out a copy of each element, with a reference counted for each text in
    // it.
    elements.withUnsafeBufferPointer { elements in
      for index in elements.indices { write(&self, elements[index]) }
    }
    close(UInt8(ascii: "]"))
  }

  /// `[`, what `elements` writes, `]`.
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  /// A literal of this program, which needs no escaping. Inlined, since its length is known there.
  @inline(__always)
  package mutating func key(_ name: StaticString) {
    output.put(lead(name))
    followsValue = false
  }

  /// A name that only the running program knows.
  package mutating func key(text name: String) {
    string(name)
    output.put(UInt8(ascii: ":"))
    followsValue = false
  }

  /// Digits of a number as JSON writes them.
  package mutating func number(_ digits: String) {
    output.put(lead())
    for byte in digits.utf8 { output.put(byte) }
    followsValue = true
  }

  /// Text of whatever origin, escaped where it must be.
  package mutating func string(_ text: String) {
    output.put(lead())
    output.put(quoted: text)
    followsValue = true
  }

  /// HTML that this program has made, and in which only its own tags have a `<`: clients that strip
  /// tags from the bytes of an answer find them.
  package mutating func html(_ text: String) {
    output.put(lead())
    output.put(quoted: text, keepsLessThan: true)
    followsValue = true
  }

  /// In decimal, straight into the bytes, without a String in between.
  package mutating func integer(_ number: some FixedWidthInteger) {
    output.put(lead(), integer: number)
    followsValue = true
  }

  /// A number with this many digits after the point, or without a point if they are all 0: 1999
  /// with two is `19.99`, 2000 is `20`.
  package mutating func decimal(_ digits: Int64, fractionDigits: Int) {
    var places = max(0, min(fractionDigits, 6))
    var (rest, unit) = (digits, Int64(1))
    for _ in 0..<places { unit *= 10 }
    while places > 0, rest.isMultiple(of: 10) {
      (rest, unit, places) = (rest / 10, unit / 10, places - 1)
    }
    guard places > 0 else { return integer(rest) }
    let (whole, fraction) = rest.magnitude.quotientAndRemainder(dividingBy: unit.magnitude)
    output.put(
      lead(), whole: whole, fraction: fraction, places: places, isNegative: digits < 0)
    followsValue = true
  }

  /// A value that is JSON already.
  package mutating func json(_ bytes: [UInt8]) {
    output.put(lead())
    for byte in bytes { output.put(byte) }
    followsValue = true
  }

  package mutating func bool(_ value: Bool) {
    word(value ? "true" : "false")
  }

  package mutating func null() {
    word("null")
  }

  private mutating func word(_ word: StaticString) {
    output.put(lead())
    output.put(word)
    followsValue = true
  }

  private mutating func open(_ bracket: UInt8) {
    output.put(lead())
    output.put(bracket)
    followsValue = false
  }

  private mutating func close(_ bracket: UInt8) {
    output.put(bracket)
    followsValue = true
  }

  @inline(__always)
  private func lead(_ key: StaticString? = nil) -> JSONLead {
    JSONLead(key: key, hasComma: followsValue)
  }
}

extension JSONWriter {
  @inline(__always)
  package mutating func string(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
  }

  @inline(__always)
  package mutating func integer(_ name: StaticString, _ number: some FixedWidthInteger) {
    output.put(lead(name), integer: number)
    followsValue = true
  }

  @inline(__always)
  package mutating func bool(_ name: StaticString, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// `null` if there is no text.
  package mutating func optionalString(_ name: StaticString, _ text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }
}
