import Testing

@testable import Domain

@Suite struct TextWriterTests {
  private func text(_ write: (inout TextWriter) -> Void) -> String {
    String(octetsMax: 64, write)
  }

  @Test(
    "digits stand in groups of three",
    arguments: [
      (0, "0"), (9, "9"), (10, "10"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"),
      (999_999, "999,999"), (1_000_000, "1,000,000"), (-1_000, "-1,000"),
      (Int64.max, "9,223,372,036,854,775,807"), (Int64.min, "-9,223,372,036,854,775,808"),
    ])
  func groups(_ number: Int64, _ expected: String) {
    #expect(text { $0.put(grouped: number) } == expected)
  }

  @Test("numbers are what String makes of them", arguments: [0, 7, 10, 99, 100, 12_345, Int64.max])
  func numbers(_ number: Int64) {
    #expect(text { $0.put(decimal: number) } == String(number))
  }

  @Test("four digits stand in both halves of a word, beside any others")
  func halvesOfAWord() {
    for number in 0..<10_000 as Range<Int64> {
      for both in [number, number * 10_000 + 9_999 - number] {
        #expect(text { $0.put(decimal: both) } == String(both))
      }
    }
  }

  @Test("every length of number has its digits and its commas")
  func everyLength() {
    for power in sequence(first: Int64(1), next: { $0 > .max / 10 ? nil : $0 * 10 }) {
      for number in [power - 1, power, power + 1, power / 7 * 5] {
        let digits = String(number)
        #expect(text { $0.put(decimal: number) } == digits)
        let grouped = text { $0.put(grouped: number) }
        #expect(grouped.filter { $0 != "," } == digits)
        let groups = grouped.split(separator: ",", omittingEmptySubsequences: false)
        #expect(
          (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 })
      }
    }
  }

  @Test("numbers fit into as much as they take, and into no octet less")
  func exactRoom() async {
    for number in [0, 7, 12_345_678, 123_456_789, .max] as [Int64] {
      let digits = String(number)
      #expect(String(octetsMax: digits.utf8.count) { $0.put(decimal: number) } == digits)
      let grouped = text { $0.put(grouped: number) }
      #expect(String(octetsMax: grouped.utf8.count) { $0.put(grouped: number) } == grouped)
    }
    await #expect(processExitsWith: .failure) {
      _ = String(octetsMax: 8) { $0.put(decimal: 123_456_789) }
    }
    await #expect(processExitsWith: .failure) {
      _ = String(octetsMax: 4) { $0.put(grouped: 1_000) }
    }
  }

  @Test("nothing is written in front of the memory or behind it", arguments: 0...30)
  func staysInside(_ spare: Int) {
    for number in [0, 7, 12_345_678, 123_456_789, .max] as [Int64] {
      let grouped = text { $0.put(grouped: number) }
      for (expected, isGrouped) in [(String(number), false), (grouped, true)] {
        let capacity = expected.utf8.count + spare
        var memory = [UInt8](repeating: 0xAA, count: capacity + 64)
        let count = memory.withUnsafeMutableBufferPointer { memory in
          guard let start = memory.baseAddress else { return 0 }
          var writer = TextWriter(start + 32, capacity: capacity)
          if isGrouped { writer.put(grouped: number) } else { writer.put(decimal: number) }
          return writer.count
        }
        #expect(String(decoding: memory[32...].prefix(count), as: UTF8.self) == expected)
        let fill = [UInt8](repeating: 0xAA, count: 32)
        #expect(Array(memory.prefix(32)) == fill && Array(memory.suffix(32)) == fill)
      }
    }
  }

  @Test("the lowest octets of a word are written, and nothing beside them", arguments: 0...8)
  func lowOctets(_ count: Int) {
    var memory = [UInt8](repeating: 0xAA, count: 24)
    memory.withUnsafeMutableBufferPointer { memory in
      guard let start = memory.baseAddress else { return }
      (start + 8).initialize(fromLow: 0x0807_0605_0403_0201, count: count)
    }
    let fill = [UInt8](repeating: 0xAA, count: 8)
    let behind = [UInt8](repeating: 0xAA, count: 16 - count)
    #expect(memory == fill + (0..<UInt8(count)).map { $0 + 1 } + behind)
    #expect(text { $0.put(87_654_321, digits: count) } == "87654321".suffix(count))
  }

  @Test func zerosStandInFrontOfShortNumbers() {
    #expect(text { $0.put(7, digits: 4) } == "0007")
    #expect(text { $0.put(2026, digits: 4) } == "2026")
    #expect(text { $0.put(0, digits: 2) } == "00")
  }

  @Test("every hexadecimal digit is written in both cases")
  func hexadecimalDigits() {
    #expect(text { $0.put(hexadecimal: 0x0123_4567_89AB_CDEF) } == "0123456789abcdef")
    #expect(
      text { $0.put(hexadecimal: 0x0123_4567_89AB_CDEF, isUpperCase: true) } == "0123456789ABCDEF")
    #expect(text { $0.put(hexadecimal: .max) } == String(repeating: "f", count: 16))
    #expect(text { $0.put(hexadecimal: 0xFED, digits: 2) } == "ed")
    #expect(text { $0.put(hexadecimal: 0xF, digits: 6) } == "00000f")
    for width in 0...8 {
      let digits = text { $0.put(hexadecimal: 0x89AB_CDEF, digits: width) }
      #expect(digits == "89abcdef".suffix(width))
    }
  }

  @Test func uuidsHaveTheirGroups() {
    let number = SixteenOctets(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    #expect(text { $0.put(uuid: number) } == "01234567-89ab-cdef-fedc-ba9876543210")
    #expect(
      text { $0.put(uuid: SixteenOctets(high: 0, low: 0)) }
        == "00000000-0000-0000-0000-000000000000")
  }

  @Test("octets of every length are copied whole, and nothing beside them", arguments: 0...70)
  func everyLengthOfCopy(_ length: Int) {
    let source = (0..<UInt8(length)).map { $0 }
    let (before, behind) = (32, 32)
    var memory = [UInt8](repeating: 0xAA, count: before + length + behind)
    source.withUnsafeBufferPointer { source in
      memory.withUnsafeMutableBufferPointer { memory in
        guard let from = source.baseAddress, let to = memory.baseAddress else { return }
        (to + before).initialize(fromShort: from, count: length)
      }
    }
    let fill = [UInt8](repeating: 0xAA, count: before)
    #expect(memory == fill + source + fill)
  }

  @Test func textsFollowEachOther() {
    let name = "따뜻한 겨울 코트, 양털 안감"
    let joined = text { writer in
      writer.put(text: name)
      writer.put(", ")
      writer.put("원" as StaticString)
      writer.put(UInt8(ascii: "!"))
    }
    #expect(joined == name + ", 원!")
    #expect(text { _ in } == "")
    #expect(String(octetsMax: name.utf8.count) { $0.put(text: name) } == name)
  }

  @Test("half a character ends the process")
  func octetsAreASCII() async {
    await #expect(processExitsWith: .failure) {
      _ = String(octetsMax: 3) { $0.put(0xEC) }
    }
  }

  @Test("digits of no width, or more than a word has, end the process")
  func widthsOfAWord() async {
    await #expect(processExitsWith: .failure) {
      _ = String(octetsMax: 3) { $0.put(1, digits: -1) }
    }
    await #expect(processExitsWith: .failure) {
      _ = String(octetsMax: 30) { $0.put(1, digits: 9) }
    }
    await #expect(processExitsWith: .failure) {
      _ = String(octetsMax: 30) { $0.put(hexadecimal: 1, digits: 9) }
    }
  }

  @Test("what is longer than it was measured ends the process")
  func measuredTooShort() async {
    await #expect(processExitsWith: .failure) {
      _ = String(octetsMax: 3) { $0.put("four" as StaticString) }
    }
  }
}
