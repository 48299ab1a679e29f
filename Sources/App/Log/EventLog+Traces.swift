import HTTP
import Logging
import OTLP

extension EventLog {
  /// How the export goes: one line when it begins to fail, and one when it works again. What is
  /// lost, the metrics tell.
  func report(_ event: SpanExporter.Event) {
    switch event {
    case .failing(let reason):
      logger.warning("traces_not_exported", metadata: ["reason": "\(reason)"])
    case .recovered: logger.notice("traces_exported_again")
    case .exported, .dropped: break
    }
  }
}

extension Logger.MetadataProvider {
  /// Names the request that a line is about, also where what writes it knows of none.
  static let ongoingRequest = Logger.MetadataProvider {
    OngoingRequest.current?.metadata ?? [:]
  }
}

extension OngoingRequest {
  /// What names it in a line of the log.
  var metadata: Logger.Metadata {
    var metadata: Logger.Metadata = ["request_id": "\(id)"]
    if let trace { metadata["trace_id"] = "\(trace.traceID)" }
    return metadata
  }
}
