import EventLoop
import Foundation
import HTTP
import Synchronization
import Testing
import TraceCollector
import Tracing

@testable import OTLP

/// How spans reach a collector, and what becomes of them when it is away.
@Suite struct ExportTests {
  private static let parent = SpanContext(
    traceID: "4bf92f3577b34da6a3ce929d0e0e4736", spanID: 0x00F0_67AA_0BA9_02B7)
  private static let loop = Result { try EventLoop(label: "collector") }

  /// An exporter in a hurry, and what it told.
  private final class Exporting: Sendable {
    let queue: SpanQueue
    let exporter: SpanExporter
    private let told: Told

    private final class Told: Sendable {
      let events = Mutex<[SpanExporter.Event]>([])
    }

    init(to endpoint: String, spansMax: Int = 100, triesMax: Int = 3) throws {
      let told = Told()
      self.told = told
      queue = SpanQueue(spansMax: spansMax)
      var pace = SpanExporter.Pace()
      pace.interval = .milliseconds(20)
      pace.pause = .milliseconds(20)
      pace.pauseMax = .milliseconds(50)
      pace.callMax = .milliseconds(500)
      pace.batchMax = 40
      pace.triesMax = triesMax
      exporter = SpanExporter(
        queue, to: try #require(Collector(endpoint)),
        of: Resource(service: "shop", version: "1.2.3", process: 7), pace: pace
      ) { event in told.events.withLock { $0.append(event) } }
    }

    func start() { Thread { [exporter] in exporter.run() }.start() }

    var events: [SpanExporter.Event] { told.events.withLock { $0 } }

    var exported: Int {
      events.reduce(0) { if case .exported(let count) = $1 { $0 + count } else { $0 } }
    }

    func dropped(_ reason: SpanExporter.Reason) -> Int {
      events.reduce(0) {
        if case .dropped(let count, reason) = $1 { $0 + count } else { $0 }
      }
    }

    func record(_ count: Int) {
      for number in 0..<count {
        queue.append(
          FinishedSpan(
            "span \(number)", .client, SpanContext(traceID: parent.traceID, spanID: 1),
            under: parent.spanID, took: 5, [], isError: false))
      }
    }
  }

  private static func until(_ what: String, _ isSo: () -> Bool) async throws {
    for _ in 0..<1_000 {
      if isSo() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("\(what) did not come")
  }

  private static func away() -> Response { Response(.serviceUnavailable) }

  @Test("Spans arrive as the schema has them, with all kinds of attributes")
  func everyKindOfValue() async throws {
    let collector = try await TraceCollector(on: Self.loop.get())
    let exporting = try Exporting(to: collector.endpoint)
    let tracer = QueueTracer(to: exporting.queue)
    let span = tracer.startSpan("work \"1\"\n", context: .within(Self.parent), ofKind: .producer)
    span.attributes["text"] = "\u{C548}\u{B155} </script>"
    span.attributes["number"] = Int.min
    span.attributes["share"] = 0.25
    span.attributes["nothing"] = Double.nan
    span.attributes["is"] = true
    span.attributes["list"] = ["a", "b"]
    span.addEvent(SpanEvent(name: "half time", attributes: ["score": 1]))
    span.recordError(CancellationError())
    span.setStatus(SpanStatus(code: .error, message: "secret"))
    span.end()
    exporting.start()
    try await Self.until("a span") { collector.spans.count == 1 }
    #expect(collector.violations == [])
    let received = try #require(collector.spans.first)
    #expect(received.traceID == Self.parent.traceID)
    #expect(received.parentID == "00f067aa0ba902b7")
    #expect(received.name == "work \"1\"\n")
    #expect(received.kind == 4)
    #expect(received.isError)
    #expect(
      received.attributes == [
        "text": "\u{C548}\u{B155} </script>", "number": "-9223372036854775808", "share": "0.25",
        "nothing": "nan", "is": "true", "list": "a,b",
      ])
    #expect(received.resource["service.name"] == "shop")
    #expect(received.resource["service.version"] == "1.2.3")
    #expect(received.resource["service.instance.id"]?.count == 36)
    exporting.exporter.close(within: .seconds(1))
    await collector.stop()
  }

  @Test func aSpanOutsideOfASampledRequestIsNotRecorded() {
    let queue = SpanQueue()
    let tracer = QueueTracer(to: queue)
    let span = tracer.startSpan("lonely", context: .topLevel)
    #expect(!span.isRecording)
    span.end()
    #expect(queue.takeAll().spans.isEmpty)
  }

  @Test func aSpanEndsOnce() {
    let queue = SpanQueue()
    let span = QueueTracer(to: queue).startSpan("once", context: .within(Self.parent))
    span.end()
    span.end()
    #expect(queue.takeAll().spans.count == 1)
  }

  @Test func whoIsCalledHearsOfTheTrace() {
    struct Fields: Injector {
      func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
        carrier[key] = value
      }
    }
    var fields: [String: String] = [:]
    QueueTracer(to: SpanQueue()).inject(.within(Self.parent), into: &fields, using: Fields())
    #expect(fields == ["traceparent": "00-\(Self.parent.traceID)-00f067aa0ba902b7-01"])
  }

  @Test func longTextsAndManyAttributesAreCut() async throws {
    let queue = SpanQueue()
    let span = QueueTracer(to: queue).startSpan("x", context: .within(Self.parent))
    for number in 0..<100 {
      span.attributes["a\(number)"] = String(repeating: "\u{E4}", count: 2_000)
    }
    for _ in 0..<100 { span.addEvent("e") }
    span.end()
    let finished = try #require(queue.takeAll().spans.first)
    #expect(finished.attributes.count == FinishedSpan.attributesMax)
    #expect(finished.events.count == FinishedSpan.eventsMax)
    guard case .string(let text) = finished.attributes[0].value else { return #expect(Bool(false)) }
    #expect(text.utf8.count <= FinishedSpan.textBytesMax + 3)
  }

  @Test("A full queue drops the newest, and says how many")
  func fullQueue() async throws {
    let collector = try await TraceCollector(on: Self.loop.get())
    let exporting = try Exporting(to: collector.endpoint)
    exporting.record(130)
    exporting.start()
    try await Self.until("all that fit") { exporting.exported == 100 }
    #expect(exporting.dropped(.full) == 30)
    #expect(collector.calls == 3, "batches of 40")
    exporting.exporter.close(within: .seconds(1))
    await collector.stop()
  }

  @Test(
    "A collector that is busy for a moment gets the same spans again",
    arguments: [
      Status.serviceUnavailable, .tooManyRequests, .badGateway, .gatewayTimeout,
    ])
  func busyCollector(_ status: Status) async throws {
    let collector = try await TraceCollector(
      on: Self.loop.get(), answering: [Response(status), Response(status)])
    let exporting = try Exporting(to: collector.endpoint)
    exporting.record(5)
    exporting.start()
    try await Self.until("five spans") { collector.spans.count == 5 }
    try await Self.until("the news") { exporting.events.contains(.exported(5)) }
    #expect(collector.calls == 3)
    #expect(exporting.events == [.failing("status \(status.code)"), .recovered, .exported(5)])
    exporting.exporter.close(within: .seconds(1))
    await collector.stop()
  }

  @Test func whatACollectorRefusesIsNotSentAgain() async throws {
    let collector = try await TraceCollector(
      on: Self.loop.get(), answering: [Response(.badRequest)])
    let exporting = try Exporting(to: collector.endpoint)
    exporting.record(5)
    exporting.start()
    try await Self.until("the refusal") { exporting.dropped(.refused) == 5 }
    #expect(collector.calls == 1)
    exporting.exporter.close(within: .seconds(1))
    await collector.stop()
  }

  @Test func spansThatAreRefusedInASuccessAreCounted() async throws {
    let partial = #"{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}"#
    let collector = try await TraceCollector(
      on: Self.loop.get(),
      answering: [
        Response(.ok, contentType: "application/json", content: .bytes(Array(partial.utf8)))
      ])
    let exporting = try Exporting(to: collector.endpoint)
    exporting.record(5)
    exporting.start()
    try await Self.until("both counts") { exporting.exported == 3 }
    #expect(exporting.dropped(.refused) == 2)
    exporting.exporter.close(within: .seconds(1))
    await collector.stop()
  }

  @Test("Spans of an outage are given up after some tries, and those after it arrive")
  func outage() async throws {
    let gone = try await TraceCollector(on: Self.loop.get())
    let port = gone.port
    await gone.stop()
    let exporting = try Exporting(to: "http://127.0.0.1:\(port)")
    exporting.record(5)
    exporting.start()
    try await Self.until("the loss") { exporting.dropped(.unavailable) == 5 }
    let collector = try await TraceCollector(on: Self.loop.get(), port: port)
    exporting.record(7)
    try await Self.until("those after it") { exporting.exported == 7 }
    #expect(collector.spans.count == 7)
    #expect(exporting.events.contains(.recovered))
    exporting.exporter.close(within: .seconds(1))
    await collector.stop()
  }

  @Test("At the end what is recorded still arrives")
  func end() async throws {
    let collector = try await TraceCollector(on: Self.loop.get())
    let exporting = try Exporting(to: collector.endpoint)
    exporting.start()
    exporting.record(90)
    exporting.exporter.close(within: .seconds(5))
    #expect(collector.spans.count == 90)
    await collector.stop()
  }

  @Test("A collector that takes a connection and says nothing holds up no end")
  func silence() async throws {
    let listener = try #require(SilentSocket())
    let exporting = try Exporting(to: "http://127.0.0.1:\(listener.port)")
    exporting.record(90)
    exporting.start()
    let began = ContinuousClock.now
    exporting.exporter.close(within: .milliseconds(300))
    #expect(ContinuousClock.now - began < .seconds(5))
    try await Self.until("the loss") { exporting.dropped(.unavailable) == 90 }
  }
}

/// Listens and never accepts.
private final class SilentSocket {
  let port: Int
  private let handle: FileHandle

  init?() {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) | listen(descriptor, 1)
          | getsockname(descriptor, address, &size)
      }
    }
    guard code == 0 else { return nil }
    port = Int(UInt16(bigEndian: address.sin_port))
  }
}
