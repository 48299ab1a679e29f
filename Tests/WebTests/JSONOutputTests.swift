import Testing

@testable import Web

/// What the writer puts where its memory ends and where its words of eight bytes end.
@Suite struct JSONOutputTests {
  static func written(_ text: String, capacity: Int = 64) -> String {
    var writer = JSONWriter(capacity: capacity)
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("every byte that needs an escape gets it at every place", arguments: 0..<40)
  func escapesAnywhere(_ place: Int) {
    let clean = String(repeating: "a", count: place)
    for value in 0..<UInt8(0x80) {
      let scalar = Unicode.Scalar(value)
      let escape: String =
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "<": "\\u003C"
        default:
          value < 0x20 ? "\\u00" + (value < 16 ? "0" : "") + Self.hex(value) : "\(scalar)"
        }
      #expect(Self.written(clean + "\(scalar)원가") == "\"\(clean)\(escape)원가\"")
      #expect(Self.written(clean + "\(scalar)") == "\"\(clean)\(escape)\"")
      let long = String(repeating: "b", count: 40)
      #expect(Self.written(clean + "\(scalar)\(long)") == "\"\(clean)\(escape)\(long)\"")
    }
  }

  @Test func htmlKeepsItsTagsAndNothingElse() {
    var writer = JSONWriter()
    writer.array { $0.html("<b>\"머\\그\"</b>\n&lt;") }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"["<b>\"머\\그\"</b>\n&lt;"]"#)
  }

  private static func hex(_ value: UInt8) -> String { String(value, radix: 16, uppercase: true) }

  @Test("bytes above ASCII need no escape, whatever their lowest bits are")
  func leavesTheRest() {
    let all = (0x80...0x2FF).compactMap { Unicode.Scalar($0) }
    let text = String(String.UnicodeScalarView(all))
    #expect(Self.written(text) == "\"\(text)\"")
  }

  @Test(
    "what fits into the array is written there, and more than that is not lost",
    arguments: [0, 1, 15, 16, 17, 18, 200])
  func straightIntoAnArray(_ capacity: Int) {
    let bytes = JSONWriter.bytes(capacity: capacity) { writer in
      writer.array { $0.string("0123456789\n가") }
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "[\"0123456789\\n가\"]")
    #expect(JSONWriter.bytes(capacity: capacity) { _ in } == [])
  }

  @Test("memory grows as far as it is needed", arguments: [0, 1, 63, 64, 65, 127, 128, 5_000])
  func grows(_ length: Int) {
    let text = String(repeating: "가", count: length)
    var writer = JSONWriter(capacity: 0)
    writer.array([text, text + "\n"]) { $0.string($1) }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[\"\(text)\",\"\(text)\\n\"]")
  }

  @Test("numbers are what String makes of them")
  func numbers() {
    var numbers: [Int64] = [0, .max, .min]
    for power in sequence(first: Int64(10), next: { $0 > .max / 10 ? nil : $0 * 10 }) {
      numbers += [power - 1, power, power + 1, -power]
    }
    for number in numbers {
      var writer = JSONWriter()
      writer.integer(number)
      #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
    }
    var writer = JSONWriter()
    writer.integer(UInt64.max)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(UInt64.max))
  }

  @Test("members are whole wherever the memory ends", arguments: 0..<72)
  func growsBetweenMembers(_ room: Int) {
    func members(_ writer: inout JSONWriter) {
      writer.object { writer in
        writer.string("fill", String(repeating: "x", count: room))
        writer.integer("most", UInt64.max)
        writer.integer("least", Int64.min)
        writer.string("plain", "9,223,372,036,854,775,807")
        writer.key("part")
        writer.decimal(-5, fractionDigits: 2)
        writer.bool("b", false)
        writer.integer("i", 0)
      }
    }
    let expected =
      #"{"fill":"\#(String(repeating: "x", count: room))","most":18446744073709551615,"#
      + #""least":-9223372036854775808,"plain":"9,223,372,036,854,775,807","part":-0.05,"b":false,"#
      + #""i":0}"#
    var writer = JSONWriter(capacity: 64)
    members(&writer)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    for capacity in [64, 100, 150] {
      let bytes = JSONWriter.bytes(capacity: capacity) { members(&$0) }
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
  }

  @Test("nothing is written in front of the memory or behind it", arguments: 1...100)
  func staysInside(_ capacity: Int) {
    func members(_ output: inout JSONOutput) {
      output.put(JSONLead(key: "a", hasComma: false), integer: Int64.min)
      output.put(JSONLead(key: nil, hasComma: true), integer: UInt64.max)
      output.put(JSONLead(key: "b", hasComma: true), integer: Int64.min)
    }
    var memory = [UInt8](repeating: 0xAA, count: capacity + 64)
    memory.withUnsafeMutableBufferPointer { memory in
      var output = JSONOutput(into: .init(rebasing: memory[32..<(32 + capacity)]))
      members(&output)
      var other = JSONOutput(capacity: 1_000)
      members(&other)
      #expect(output.bytes == other.bytes)
    }
    let fill = [UInt8](repeating: 0xAA, count: 32)
    #expect(Array(memory.prefix(32)) == fill)
    #expect(Array(memory.suffix(32)) == fill)
  }

  @Test("what is longer than it was said to be is not passed over")
  func measuredTooShort() async {
    await #expect(processExitsWith: .failure) {
      var output = JSONOutput(capacity: 64)
      output.put(JSONLead(key: nil, hasComma: false), atMost: 3) { _ in 4 }
    }
    await #expect(processExitsWith: .failure) {
      var output = JSONOutput(capacity: 64)
      output.put(JSONLead(key: nil, hasComma: false), atMost: 3) { _ in -1 }
    }
  }
}
