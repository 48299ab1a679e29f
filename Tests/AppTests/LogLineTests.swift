import Domain
import Foundation
import HTTP
import Logging
import Operations
import Testing

@testable import App

struct LogLineTests {
  private func object(_ bytes: [UInt8]) throws -> [String: Any] {
    #expect(bytes.filter { $0 == 0x0A }.count == 1)
    #expect(bytes.last == 0x0A)
    #expect(!bytes.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
    let value = try JSONSerialization.jsonObject(with: Data(bytes))
    return try #require(value as? [String: Any])
  }

  @Test(
    "reads that succeed are for debugging; writes and refusals are not, and failures are errors",
    arguments: [
      (HTTP.Method.get, "/v1/products", Status.ok, Logger.Level.debug),
      (.get, "/v1/products", .notModified, .debug), (.head, "/livez", .ok, .debug),
      (.get, "/v1/products/9", .notFound, .info), (.put, "/v1/likes/1", .noContent, .info),
      (.get, "/v1/products", .serviceUnavailable, .error),
      (.get, "/readyz", .serviceUnavailable, .info),
    ])
  func levels(_ method: HTTP.Method, _ path: String, _ status: Status, _ level: Logger.Level) {
    #expect(EventLog.level(method, path, status) == level)
  }

  @Test(
    "A line is one line of valid JSON whatever is in it",
    arguments: [
      "plain", "", "\"quoted\" \\ back\\", "line\nbreak\r\n", "\u{0}\u{1}\u{1F}\u{7F}",
      "\u{1B}[31mred\u{1B}[0m", "\u{85}\u{9B}31m", "\u{2028}\u{2029}", "\u{202E}txt.exe",
      "{\"level\":\"forged\"}", "럭셔리 👨‍👩‍👧‍👦 \u{10FFFF}", "\u{FEFF}bom",
    ])
  func hostileText(text: String) throws {
    var line = LogLine(.now, level: "info", event: "request", as: .json)
    line.add("path", text)
    line.add(named: text, text)
    let object = try object(line.finished())
    #expect(object["path"] as? String == text)
    #expect(object["level"] as? String == "info")
    #expect(object["event"] as? String == "request")
  }

  @Test func whatATerminalWouldObeyIsEscaped() {
    var line = LogLine(.now, level: "info", event: "request", as: .json)
    line.add("path", "\u{1B}\u{9B}\u{2028}\u{202E}")
    let text = String(decoding: line.finished(), as: UTF8.self)
    #expect(text.contains(#""path":"\u001b\u009b\u2028\u202e""#))
  }

  // MARK: Text

  @Test func aPersonReadsTimeLevelEventAndWhatBelongsToIt() throws {
    let instant = try #require(Timestamp(rfc3339: "2026-03-01T09:08:07.123456Z"))
    var line = LogLine(instant, level: "info", event: "request", as: .text)
    line.add("method", "GET")
    line.add("status", 200)
    line.add("duration_ms", .microseconds(1_234))
    line.add("agent", "an app")
    let text = String(decoding: line.finished(), as: UTF8.self)
    #expect(
      text == "09:08:07.123Z info     request method=GET status=200 duration_ms=1.234"
        + #" agent="an app""# + "\n")
  }

  @Test(
    "A text cannot pass for another member, another line or an order to the terminal",
    arguments: ["a status=500", "", "line\nbreak", "\"", "a=b", "\u{1B}[31m", "럭\u{202E}", "\\"])
  func hostileWord(text: String) {
    var line = LogLine(.now, level: "critical", event: text, as: .text)
    line.add("path", text)
    let written = String(decoding: line.finished(), as: UTF8.self)
    #expect(written.hasSuffix("\"\n"))
    #expect(written.unicodeScalars.count { $0.value < 0x20 || $0 == "\u{202E}" } == 1)
    #expect(written.contains(" path=\""))
  }

  @Test func aLongTextIsCutAndTheLineStaysValid() throws {
    var line = LogLine(.now, level: "info", event: "request", as: .json)
    line.add("path", String(repeating: "럭", count: 10_000))
    let bytes = line.finished()
    #expect(bytes.count < LogLine.textBytesMax + 200)
    let path = try #require(try object(bytes)["path"] as? String)
    #expect(path.hasSuffix("럭..."))
  }

  @Test func timesAndDurationsHaveTheirDecimals() throws {
    let instant = try #require(Timestamp(rfc3339: "2026-03-01T09:08:07.000042Z"))
    var line = LogLine(instant, level: "error", event: "request", as: .json)
    line.add("duration_ms", .microseconds(1_234_005))
    line.add("status", 503)
    let text = String(decoding: line.finished(), as: UTF8.self)
    #expect(
      text
        == #"{"time":"2026-03-01T09:08:07.000042Z","level":"error","event":"request","#
        + #""duration_ms":1234.005,"status":503}"# + "\n")
  }

  @Test(
    "No duration stops the program",
    arguments: [Duration.zero, .seconds(-5), .seconds(Int64.max), .nanoseconds(999)])
  func extremeDurations(duration: Duration) throws {
    var line = LogLine(.now, level: "info", event: "request", as: .json)
    line.add("duration_ms", duration)
    #expect(try object(line.finished())["duration_ms"] is NSNumber)
  }
}
