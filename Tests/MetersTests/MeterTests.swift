import HTTPServer
import Images
import Pictures
import Prometheus
import Testing

@testable import Meters
@testable import Postgres

/// What happens, and under which name Prometheus reads it.
@Suite struct MeterTests {
  private let memory: MetricsMemory
  private let store: SeriesStore

  init() throws {
    memory = try MetricsMemory.create(processes: 1)
    store = memory.store(at: 0)
  }

  private func value(_ series: String) -> String? {
    String(decoding: memory.exposition(), as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(series + " ") }
      .map { String($0.dropFirst(series.count + 1)) }
  }

  private static func counters(times factor: Int) -> Counters {
    var counters = Counters()
    counters.bytesReceived = 101 * factor
    counters.bytesSent = 102 * factor
    counters.connectionsAccepted = 103 * factor
    counters.acceptPauses = 104 * factor
    counters.streamsBroken = 105 * factor
    counters.handshakesFailed = 106 * factor
    counters.connectionsByState = [.idle: 3, .closing: 4]
    counters.requestsInFlight = 5
    return counters
  }

  @Test("What the engine counts is exported under its own name, as it stands after two looks")
  func countsOfTheEngine() {
    var sample = ServerSample(store)
    sample.publish(Self.counters(times: 1), heldBytes: 1_000)
    sample.publish(Self.counters(times: 2), heldBytes: 77)
    #expect(value("moa_http_received_bytes_total") == "202")
    #expect(value("moa_http_sent_bytes_total") == "204")
    #expect(value("moa_http_connections_accepted_total") == "206")
    #expect(value("moa_http_accept_pauses_total") == "208")
    #expect(value("moa_http_streams_broken_total") == "210")
    #expect(value("moa_tls_handshakes_failed_total") == "212")
    #expect(value(#"moa_http_connections{state="idle"}"#) == "3")
    #expect(value(#"moa_http_connections{state="closing"}"#) == "4")
    #expect(value("moa_http_requests_in_flight") == "5")
    #expect(value("moa_http_held_bytes") == "77")
  }

  @Test("What happens to connections of the database is counted, and callers one by one")
  func eventsOfTheDatabase() {
    let meter = DatabaseMeter(store, .primary)
    meter.take(.retried(PostgresError(.timeout)))
    meter.take(.exhausted(refused: 3, waiting: 9))
    meter.take(.exhausted(refused: 1, waiting: 0))
    meter.take(.connected(process: 1, took: .zero))
    meter.take(.lost(process: 1, PostgresError(.timeout), inFlight: 2))
    meter.take(.connectFailed(PostgresError(.timeout), pause: .zero, isNews: true))
    let primary = #"{server="primary"}"#
    #expect(value("moa_database_reads_retried_total" + primary) == "1")
    #expect(value("moa_database_pool_exhausted_total" + primary) == "4")
    #expect(value("moa_database_connections_opened_total" + primary) == "1")
    #expect(value("moa_database_connections_lost_total" + primary) == "1")
    #expect(value("moa_database_connect_failures_total" + primary) == "1")
  }

  @Test func aDecoderThatFailsIsCountedAndARemarkIsNot() {
    let meter = ImageMeter(store)
    meter.take(.remark("The decoder has no sandbox here."))
    meter.take(.failed(how: "signal 11", image: "00"))
    #expect(value("moa_image_decoder_failures_total") == "1")
  }
}
