import ConformanceCorpus
import HTTP
import Testing

/// Conditions, ranges and codings stitched together from pieces of good ones: whatever they say,
/// one of six answers follows, and it is whole in itself.
@Suite struct SelectionMutationTests {
  static let names = [
    "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range", "Range",
    "Accept-Encoding",
  ]
  static let pieces = [
    "\"v1\"", "W/\"v1\"", "\"v1-gzip\"", "*", ",", " ", "\"", "W/", "bytes=", "bytes=0-4",
    "bytes=10-", "0-", "-1", "5-7", "identity;q=0",
    "-", "99999999999999999999", "gzip", "identity", ";q=0", ";q=1.000", ";q=", "0.5", "=",
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "29", "Feb", "00", "é", "\t",
  ]

  @Test func everyAnswerIsOneOfSix() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("mutation seed \(seed)")
    var random = Xorshift(seed: seed)
    let content = try FixedContentTests.content(gzip: true)
    var seen: Set<Int> = []
    for round in 0..<20_000 {
      let fields = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.field(&random)
      }
      let request = try Request.with(round % 5 == 0 ? .head : .get, fields)
      let response = content.response(
        to: request, now: Int64.random(in: .min ... .max, using: &random))
      seen.insert(response.status.code)
      #expect(Self.isWhole(response), "seed \(seed), round \(round): \(fields)")
    }
    #expect(seen == [200, 206, 304, 406, 412, 416], "seed \(seed)")
  }

  private static func field(_ random: inout Xorshift) -> (String, String) {
    let count = Int.random(in: 1...4, using: &random)
    let value = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    return (names.randomElement(using: &random) ?? "", value)
  }

  private static func isWhole(_ response: Response) -> Bool {
    var bytes: [UInt8] = []
    if case .bytes(let content) = response.content { bytes = content }
    let count = bytes.count
    let range = response.fields.first { $0.name == "Content-Range" }?.value
    switch response.status.code {
    case 200: return range == nil && [10, 3].contains(count)
    case 206: return count > 0 && range.flatMap(part) == bytes
    case 416: return count == 0 && ["bytes */10", "bytes */3"].contains(range)
    default: return count == 0 && range == nil
    }
  }

  /// The bytes that a Content-Range speaks of; the two forms of the content differ in length.
  static func part(_ range: String) -> [UInt8]? {
    guard let match = range.wholeMatch(of: #/bytes ([0-9]+)-([0-9]+)/([0-9]+)/#),
      let first = Int(match.1), let last = Int(match.2), let length = Int(match.3),
      let whole = [FixedContentTests.text, FixedContentTests.gzip].first(
        where: { $0.count == length }),
      first <= last, last < length
    else { return nil }
    return Array(whole[first...last])
  }

  /// The check itself: a part of another place, or of the other form, is none.
  @Test func aPartIsWhatItsRangeSays() {
    #expect(Self.part("bytes 2-4/10") == Array("234".utf8))
    #expect(Self.part("bytes 0-1/3") == [0x1F, 0x8B])
    for range in ["bytes 2-10/10", "bytes 4-2/10", "bytes 0-1/4", "bytes 0-1", "bytes */10"] {
      #expect(Self.part(range) == nil)
    }
  }
}
