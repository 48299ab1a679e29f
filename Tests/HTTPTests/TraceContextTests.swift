import HTTP
import Testing

@Suite struct TraceContextTests {
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let span = "00f067aa0ba902b7"

  private func read(_ fields: KeyValuePairs<String, String>, span: UInt64 = 7) throws
    -> TraceContext?
  {
    TraceContext(try Request(.get, "/", fields: fields).head, spanID: span)
  }

  @Test(arguments: [
    ("00-\(trace)-\(span)-00", "00"), ("00-\(trace)-\(span)-01", "01"),
    ("00-\(trace)-\(span)-03", "03"), ("00-\(trace)-\(span)-ff", "03"),
    // Later versions may have more behind a hyphen.
    ("01-\(trace)-\(span)-01", "01"), ("cc-\(trace)-\(span)-01-what-ever", "01"),
    ("fe-\(trace)-\(span)-01-", "01"),
  ])
  func aTraceGoesOnInASpanOfOurs(_ value: String, _ flags: String) throws {
    let trace = try #require(try read(["TraceParent": value], span: 0xAB))
    #expect(trace.traceID == Self.trace)
    #expect(trace.parentID == 0x00F0_67AA_0BA9_02B7)
    #expect(trace.traceparent == "00-\(Self.trace)-00000000000000ab-\(flags)")
  }

  @Test(arguments: [
    "", "00", "00-\(trace)-\(span)", "00-\(trace)-\(span)-", "00-\(trace)-\(span)-1",
    "00-\(trace)-\(span)-010", "00-\(trace)-\(span)-01-", "00-\(trace)-\(span)-01-x",
    "ff-\(trace)-\(span)-01", "0-\(trace)-\(span)-001", "01-\(trace)-\(span)-01x",
    "01-\(trace)-\(span)-01.x", "00_\(trace)-\(span)-01", "00-\(trace)_\(span)-01",
    "00-\(trace)-\(span)_01", "00-00000000000000000000000000000000-\(span)-01",
    "00-\(trace)-0000000000000000-01", "00-4BF92F3577B34DA6A3CE929D0E0E4736-\(span)-01",
    "00-\(trace)-00F067AA0BA902B7-01", "00-\(trace)-\(span)-0A", "0A-\(trace)-\(span)-01",
    "00-\(trace)-\(span)-0g", "00-4bf92f3577b34da6a3ce929d0e0e473g-\(span)-01",
    "\u{FC}0-\(trace)-\(span)-01",
  ])
  func anythingElseIsNoTrace(_ value: String) throws {
    #expect(try read(["traceparent": value]) == nil)
  }

  @Test func halfOfTheIdentifierMayBeZero() throws {
    let low = "00-0000000000000000a3ce929d0e0e4736-\(Self.span)-01"
    #expect(try read(["traceparent": low])?.traceID == "0000000000000000a3ce929d0e0e4736")
    let high = "00-a3ce929d0e0e47360000000000000000-\(Self.span)-01"
    #expect(try read(["traceparent": high])?.traceID == "a3ce929d0e0e47360000000000000000")
  }

  @Test func twoParentsAreNone() throws {
    let parent = "00-\(Self.trace)-\(Self.span)-01"
    #expect(try read(["traceparent": parent, "Traceparent": parent]) == nil)
    #expect(try read([:]) == nil)
  }

  @Test func ourSpanIsNeverZero() throws {
    let trace = try read(["traceparent": "00-\(Self.trace)-\(Self.span)-01"], span: 0)
    #expect(trace?.spanID == 1)
  }

  @Test(arguments: [("00", false), ("01", true), ("02", false), ("03", true), ("fe", false)])
  func theFlagTellsWhetherTheCallerRecords(_ flags: String, _ isSampled: Bool) throws {
    let trace = try read(["traceparent": "00-\(Self.trace)-\(Self.span)-\(flags)"])
    #expect(trace?.isSampled == isSampled)
  }

  @Test func aTraceThatBeginsHereIsRecordedAndHasNoParent() {
    let trace = TraceContext(beginning: (0xAB, 0xCD), spanID: 7)
    #expect(trace.traceparent == "00-00000000000000ab00000000000000cd-0000000000000007-03")
    #expect(trace.isSampled)
    #expect(trace.parentID == 0)
    let zero = TraceContext(beginning: (0, 0), spanID: 0).traceparent
    #expect(zero == "00-00000000000000000000000000000001-0000000000000001-03")
  }

  @Test func theAnswerNamesOurSpan() throws {
    let trace = try read(["traceparent": "00-\(Self.trace)-\(Self.span)-01"])
    var bytes: [UInt8] = []
    let context = ResponseEncoder.Context(
      method: .get, version: .http11, keepsAlive: true, date: DateField(secondsSince1970: 0),
      requestID: "r", trace: trace)
    _ = try ResponseEncoder.encode(Response(.ok), context, into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\r\ntraceparent: 00-\(Self.trace)-0000000000000007-01\r\n"))
    let own = Response(.ok, fields: [ResponseField("Traceparent", "x")])
    #expect(throws: ResponseError.reservedName("Traceparent")) {
      try ResponseEncoder.encode(own, context, into: &bytes)
    }
  }
}
