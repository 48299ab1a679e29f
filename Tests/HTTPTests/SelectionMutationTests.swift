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
    "bytes=10-", "0-", "-1", "5-7",
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
    var octets: [UInt8] = []
    if case .octets(let content) = response.content { octets = content }
    let range = response.fields.first { $0.name == "Content-Range" }?.value
    switch response.status.code {
    case 200: return range == nil && variants.contains(octets)
    case 206: return range.map { isPart(octets, $0) } ?? false
    case 416: return octets.isEmpty && ["bytes */10", "bytes */3"].contains(range)
    default: return octets.isEmpty && range == nil
    }
  }

  /// Whether these are the octets that `bytes a-b/n` names, of the variant that has n.
  private static func isPart(_ octets: [UInt8], _ range: String) -> Bool {
    guard let match = range.wholeMatch(of: /bytes ([0-9]+)-([0-9]+)\/([0-9]+)/),
      let first = Int(match.1), let last = Int(match.2), let count = Int(match.3),
      let whole = variants.first(where: { $0.count == count }),
      first <= last, last < count
    else { return false }
    return octets == Array(whole[first...last])
  }

  /// Of different lengths, by which a part tells what it is one of.
  private static let variants = [FixedContentTests.text, FixedContentTests.compressed]
}
