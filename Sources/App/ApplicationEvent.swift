package import HTTPServer
package import LocalPostgres
package import OTLP
package import Pictures
package import Postgres
package import UseCases
package import Web

/// Everything that the program can report, in one place.
package enum ApplicationEvent: Sendable {
  case server(ServerEvent)
  case postgres(PostgresEvent)
  /// The same of the standby for reads.
  case replica(PostgresEvent)
  case localPostgres(LocalPostgres.Event)
  case archive(ArchiveKeeper.Event)
  /// What an operator should know, one sentence.
  case remark(String)
  /// What is configured and probably not meant so, one sentence.
  case doubt(String)
  /// A request met a mistake of ours. What it was is told here and nowhere else.
  case incident(requestID: String, what: String)
  /// Somebody tried to change something.
  case audit(AuditEntry)
  /// Something happened to the program that decodes images.
  case decoder(DecoderReport)
  /// What this system cannot take from that program, in words.
  case decoderLessConfined(missing: [String])
  case databaseAwaited(reason: String)
  case migrated(name: String)
  /// A newer program applied migrations that this one does not know.
  case schemaNewer(unknown: [String])
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
