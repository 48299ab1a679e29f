package import HTTPServer
package import LocalPostgres
package import OTLP
package import Operations
package import Pictures
import Postgres
package import UseCases
package import Web

/// All events of the program that ``OperationEvent`` does not have.
package enum ApplicationEvent: Sendable {
  case server(ServerEvent)
  /// A setting that is probably a mistake, one sentence.
  case doubt(String)
  /// A client tried to change something.
  case audit(AuditEntry)
  /// Something happened to the program that decodes images.
  case decoder(DecoderReport)
  /// Rights that this system cannot take from that program, in words.
  case decoderLessConfined(missing: [String])
  case demoShopLoaded
  /// Unneeded data was removed.
  case swept(Swept)
  /// The next attempt is soon.
  case sweepFailed(reason: String)
  /// A disk became nearly full, or has room again.
  case disk(DiskWatch.Place, DiskSpace, DiskWatch.Change)
  /// This many searches were not counted for trends: too many at once, or no database.
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
  /// The totals of the server, at its end.
  case counted(Counters)
  /// With the number of connections that had to be cut, where this process had any.
  case stopped(cut: Int?)
}
