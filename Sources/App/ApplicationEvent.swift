package import HTTPServer
package import LocalPostgres
package import OTLP
package import Operations
package import Pictures
import Postgres
package import UseCases
package import Web

/// Everything that the program can report, besides what ``OperationEvent`` has.
package enum ApplicationEvent: Sendable {
  case server(ServerEvent)
  /// What is configured and probably not meant so, one sentence.
  case doubt(String)
  /// Somebody tried to change something.
  case audit(AuditEntry)
  /// Something happened to the program that decodes images.
  case decoder(DecoderReport)
  /// What this system cannot take from that program, in words.
  case decoderLessConfined(missing: [String])
  case demoShopLoaded
  /// What nobody needs any more was removed.
  case swept(Swept)
  /// The next attempt is soon.
  case sweepFailed(reason: String)
  /// A disk became nearly full, or has room again.
  case disk(DiskWatch.Place, DiskSpace, DiskWatch.Change)
  /// So many searches do not count for what is trending: too many at once, or no database.
  case searchesUncounted(Int)
  case workers(WorkerEvent)
  case listening(address: String, workers: Int, database: String)
  /// Where `/metrics` is served.
  case metricsListening(address: String)
  /// Where spans of sampled requests go, and which share of requests is sampled here.
  case tracing(to: Collector, ratio: Double)
  /// How the export of spans goes.
  case traces(SpanExporter.Event)
  case draining(signal: String)
  /// What the server did, told at its end.
  case counted(Counters)
  /// With the number of connections that had to be cut, where this process had any.
  case stopped(cut: Int?)
}
