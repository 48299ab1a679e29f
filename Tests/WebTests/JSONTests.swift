import Fakes
import Foundation
import Testing
import Web

@Suite struct JSONParserTests {
  static func parse(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

  static func code(_ bytes: [UInt8]) -> String? {
    do throws(JSONError) {
      _ = try JSONParser.parse(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "every kind of value is read",
    arguments: [
      ("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false)), ("0", .integer(0)),
      ("-0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.0", .number(1)),
      ("1e2", .number(100)), ("1E+2", .number(100)), ("-0.5e-1", .number(-0.05)),
      ("\"\"", .string("")), ("\"가\"", .string("가")), ("[]", .array([])), ("{}", .object([])),
      (" \t\r\n[ 1 , 2 ] ", .array([.integer(1), .integer(2)])),
      (
        "{\"a\":{\"b\":[null]}}",
        .object([
          .init(name: "a", value: .object([.init(name: "b", value: .array([.null]))]))
        ])
      ),
      ("\u{FEFF}{}", .object([])), ("\"\\u00e9\\ud83d\\ude00\\/\\\\\\\"\"", .string("é😀/\\\"")),
      ("\"\\b\\f\\n\\r\\t\"", .string("\u{8}\u{C}\n\r\t")),
      ("\"\u{2028}\u{7F}\"", .string("\u{2028}\u{7F}")),
    ])
  func reads(_ text: String, _ value: JSONValue) throws {
    #expect(try Self.parse(text) == value)
  }

  @Test(
    "what is no JSON is refused",
    arguments: [
      "", " ", "nul", "nulll", "True", "[1,]", "[,1]", "[1 2]", "[1", "{", "{\"a\"", "{\"a\":",
      "{\"a\":1", "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "{1:1}", "[1]x", "[1][2]", "01",
      "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "1e400", "-1e999", "\"", "\"\\",
      "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ude00\"", "\"\\ud800\\ud800\"",
      "\"\\ud800\\u0041\"", "\"\\u0000\"", "\"\u{0}\"", "\"\n\"", "\"\u{1F}\"", "// a\n1",
      "[1]\u{0}",
      "\u{FEFF}\u{FEFF}1", "\"\\u+123\"", "\u{A0}1",
    ])
  func refuses(_ text: String) {
    #expect(Self.code(Array(text.utf8)) == "malformed_json")
  }

  @Test func whatIsNotUTF8IsRefused() {
    for bytes: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFE, 0xFF],
      [0x22, 0xE2, 0x82, 0x22], [0x31, 0x00, 0x32, 0x00],
    ] {
      #expect(Self.code(bytes) == "malformed_json")
    }
  }

  @Test func aRepeatedMemberIsRefused() {
    #expect(Self.code(Array("{\"a\":1,\"b\":2,\"a\":1}".utf8)) == "duplicate_member")
    #expect(Self.code(Array("{\"a\":1,\"\\u0061\":1}".utf8)) == "duplicate_member")
    #expect(Self.code(Array("[{\"a\":1},{\"a\":1}]".utf8)) == nil)
  }

  @Test func namesAreComparedByTheirBytes() throws {
    #expect(Self.code(Array("{\"\u{E9}\":1,\"e\u{301}\":1}".utf8)) == nil)
    let member = JSONValue.Member(name: "\u{E9}", value: .null)
    #expect(member.isNamed("\u{E9}"))
    #expect(!member.isNamed("e\u{301}"))
  }

  @Test("a string with more than thirty marks in a row is not kept", arguments: [true, false])
  func marks(_ isEscaped: Bool) throws {
    let mark = isEscaped ? "\\u0315" : "\u{315}"
    let kept = String(repeating: mark, count: 30)
    let plain = String(repeating: "\u{315}", count: 30)
    let value = try Self.parse("{\"a\":[\"x\(kept)\",\"x\(kept)\(mark)\"],\"\(kept)\(mark)\":1}")
    #expect(
      value
        == .object([
          .init(name: "a", value: .array([.string("x" + plain), .refusedString])),
          .init(name: plain + "\u{FFFD}", value: .refusedString),
        ]))
  }

  @Test func limitsAreReachedAndNotPassed() {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    func long(_ count: Int) -> [UInt8] {
      Array("[\(Array(repeating: "0", count: count).joined(separator: ","))]".utf8)
    }
    #expect(Self.code(nested(64)) == nil)
    #expect(Self.code(nested(65)) == "json_limit")
    #expect(Self.code(Array(repeating: UInt8(ascii: "["), count: 1_000_000)) == "json_limit")
    #expect(Self.code(Array(String(repeating: "{\"a\":", count: 1_000).utf8)) == "json_limit")
    #expect(Self.code(long(10_000)) == nil)
    #expect(Self.code(long(10_001)) == "json_limit")
    let rows = Array(repeating: String(decoding: long(10_000), as: UTF8.self), count: 10)
    #expect(Self.code(Array("[\(rows.joined(separator: ","))]".utf8)) == "json_limit")
  }

  @Test func theRefusalTellsLineAndColumn() {
    do throws(JSONError) {
      _ = try JSONParser.parse(Array("{\n  \"a\": 1,\n  \"b\": ]\n}".utf8))
      Issue.record("it was read")
    } catch {
      #expect(error.line == 3)
      #expect(error.column == 8)
      #expect(error.detail == "A value should stand here.")
    }
  }

  @Test("mutated documents are read or refused, never a trap")
  func mutations() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    let document = Array(
      "{\"items\":[{\"key\":\"a\\u00e9\\ud83d\\ude00\",\"n\":[-1.5e3,true,null]}]}".utf8)
    let alphabet = Array("{}[]\",:\\u0aeE+-.tfn \n".utf8) + [0, 0x80, 0xFF, 0xED]
    for _ in 0..<20_000 {
      var bytes = document
      for _ in 0...Int.random(in: 0...3, using: &generator) {
        let index = Int.random(in: 0..<max(1, bytes.count), using: &generator)
        switch Int.random(in: 0...2, using: &generator) {
        case 0 where !bytes.isEmpty: bytes.remove(at: index)
        case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: index)
        default: bytes[index] = alphabet.randomElement(using: &generator) ?? 0
        }
      }
      guard let value = try? JSONParser.parse(bytes) else { continue }
      // What we take, Foundation takes too: being stricter is meant, being laxer would be a bug.
      let object = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      #expect(object != nil, "seed \(seed): \(value)")
    }
  }
}

@Suite struct JSONWriterTests {
  @Test func commasStandBetweenAndNowhereElse() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("a")
      writer.array([1, 2, 3]) { $0.integer($1) }
      writer.key("b")
      writer.array([Int]()) { $0.integer($1) }
      writer.key("c")
      writer.object { _ in }
      writer.string("d", "")
      writer.optionalString("g", nil)
      writer.optionalString("h", ",:[{")
      writer.key("i")
      writer.array([[1], [2, 3]]) { writer, row in writer.array(row) { $0.integer($1) } }
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "{\"a\":[1,2,3],\"b\":[],\"c\":{},\"d\":\"\",\"g\":null,"
        + "\"h\":\",:[{\",\"i\":[[1],[2,3]]}")
  }

  @Test func integersAreWrittenWhole() {
    var writer = JSONWriter()
    writer.array([Int64.min, -1, 0, 7, 10, .max]) { $0.integer($1) }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "[-9223372036854775808,-1,0,7,10,9223372036854775807]")
  }

  @Test func decimalsAreWrittenWithThePointsThatTheyNeed() {
    var writer = JSONWriter()
    for (digits, places) in [
      (1_999, 2), (2_000, 2), (1_990, 2), (5, 2), (0, 2), (-5, 2), (-150, 1), (45, 1), (7, 0),
      (Int64.min, 2), (.max, 6), (1, -3),
    ] as [(Int64, Int)] {
      writer.decimal(digits, fractionDigits: places)
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "19.99,20,19.9,0.05,0,-0.05,-15,4.5,7,-92233720368547758.08,"
        + "9223372036854.775807,1")
  }

  @Test func whatIsTrueIsWrittenAsAWord() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.bool("a", true)
      writer.bool("b", false)
      writer.integer("c", 1)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":true,"b":false,"c":1}"#)
  }

  @Test func whatMustBeEscapedIsEscaped() {
    var writer = JSONWriter()
    writer.string("a\"b\\c\n\r\t\u{0}\u{1F}\u{7F}</script>é😀\u{2028}")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "\"a\\\"b\\\\c\\n\\r\\t\\u0000\\u001F\u{7F}\\u003C/script>é😀\u{2028}\"")
  }

  @Test("every text is read back as it was written, by us and by Foundation")
  func roundTrip() throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let range = [UInt32(1)...0x7F, 0x80...0xFFFF, 0x1_0000...0x10_FFFF]
        let value = UInt32.random(
          in: range.randomElement(using: &generator) ?? 1...2, using: &generator)
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      var writer = JSONWriter()
      writer.string(String(text))
      let bytes = Array(String(text).utf8)
      guard case .string(let ours) = try JSONParser.parse(writer.bytes) else {
        Issue.record("seed \(seed)")
        return
      }
      #expect(Array(ours.utf8) == bytes, "seed \(seed)")
      let theirs = try JSONDecoder().decode(String.self, from: Data(writer.bytes))
      #expect(Array(theirs.utf8) == bytes, "seed \(seed)")
    }
  }
}
