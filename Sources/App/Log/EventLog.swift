import Domain
import LocalPostgres
package import Logging
package import Operations
import Pictures
import UseCases

/// The log: renders every event as one line.
///
/// The line for a request is written by hand, because there is one for each of them; the rest goes
/// through swift-log, whose handler ends in the same queue.
package struct EventLog: Sendable {
  let queue: LogQueue
  let logger: Logger
  /// The logger's; asked for with every request.
  let level: Logger.Level

  package init(_ queue: LogQueue, level: Logger.Level) {
    self.queue = queue
    self.level = level
    logger = Logger(label: "moa") { _ in
      var handler = LineLogHandler(queue, level: level)
      handler.metadataProvider = .ongoingRequest
      return handler
    }
  }

  /// Writes the pending lines; for the end of the process.
  package func close() { queue.close() }

  /// Waits until the pending lines are written, a second at most.
  package func flush() { queue.flush() }

  /// Reports an event; cheap, and never waits.
  package func report(_ event: ApplicationEvent) {
    switch event {
    case .server(let event): report(event)
    case .doubt(let sentence):
      logger.warning("configuration_doubtful", metadata: ["what": "\(sentence)"])
    case .audit(let entry): report(entry)
    case .decoder(let event): report(event)
    case .decoderLessConfined(let missing):
      logger.warning(
        "decoder_less_confined", metadata: ["missing": "\(missing.joined(separator: "; "))"])
    case .demoShopLoaded: logger.notice("demo_shop_loaded")
    case .swept(let swept): report(swept)
    case .searchesUncounted(let count):
      logger.warning("searches_uncounted", metadata: ["count": .number(count)])
    case .disk(let place, let space, let change): report(place, space, change)
    case .sweepFailed(let reason):
      logger.warning("sweep_failed", metadata: ["reason": "\(reason)"])
    case .workers(let event): report(event)
    case .listening(let address, let workers, let database):
      logger.notice(
        "listening",
        metadata: [
          "address": "\(address)", "workers": .number(workers),
          "database": "\(database)",
        ])
    case .metricsListening(let address):
      logger.notice("metrics_listening", metadata: ["address": "\(address)"])
    case .tracing(let collector, let ratio):
      logger.notice("tracing", metadata: ["to": "\(collector)", "ratio": "\(ratio)"])
    case .traces(let event): report(event)
    case .draining(let signal): logger.notice("draining", metadata: ["signal": "\(signal)"])
    case .counted(let counters): report(counters)
    case .stopped(let cut):
      logger.notice("stopped", metadata: cut.map { ["connections_cut": .number($0)] } ?? [:])
    }
  }

  /// Reports events of the database, or of a command on it.
  package func report(_ event: OperationEvent) {
    switch event {
    case .postgres(let event): report(event)
    case .replica(let event): report(event, of: "replica")
    case .localPostgres(let event): report(event)
    case .archive(let event): report(event)
    case .remark(let sentence): logger.notice("remark", metadata: ["what": "\(sentence)"])
    case .incident(let requestID, let what):
      logger.error("incident", metadata: ["request_id": "\(requestID)", "what": "\(what)"])
    case .databaseAwaited(let reason):
      logger.warning("database_awaited", metadata: ["reason": "\(reason)"])
    case .migrated(let name): logger.notice("migrated", metadata: ["name": "\(name)"])
    case .schemaNewer(let unknown):
      logger.warning("schema_newer", metadata: ["unknown": "\(unknown.joined(separator: " "))"])
    }
  }

  /// The same as a function.
  package var operations: OperationReport { { report($0) } }

  private func report(_ swept: Swept) {
    logger.info(
      "swept",
      metadata: [
        "images": .number(swept.images), "answers": .number(swept.answers),
        "devices": .number(swept.devices), "likes": .number(swept.likes),
        "searches": .number(swept.searches), "changes": .number(swept.changes),
        "tokens": .number(swept.tokens),
      ])
  }

  private func report(
    _ place: DiskWatch.Place, _ space: DiskSpace, _ change: DiskWatch.Change
  ) {
    let metadata: Logger.Metadata = [
      "place": "\(place.name)", "directory": "\(place.directory)",
      "free_megabytes": .number(space.free >> 20),
    ]
    switch change {
    case .nearlyFull: logger.warning("disk_nearly_full", metadata: metadata)
    case .roomAgain: logger.notice("disk_has_room", metadata: metadata)
    }
  }

  private func report(_ event: LocalPostgres.Event) {
    switch event {
    case .died: logger.error("local_postgres_died")
    case .restarted(let duration):
      logger.notice("local_postgres_restarted", metadata: ["after_ms": .milliseconds(duration)])
    case .restartFailed(let error):
      logger.error("local_postgres_restart_failed", metadata: ["reason": "\(error)"])
    case .stopped: logger.notice("local_postgres_stopped")
    case .stopFailed(let error):
      logger.critical("local_postgres_stop_failed", metadata: ["reason": "\(error)"])
    }
  }
}

extension EventLog {
  private func report(_ event: DecoderReport) {
    switch event {
    case .remark(let what): logger.warning("decoder", metadata: ["what": "\(what)"])
    case .failed(let how, let image):
      logger.error("decoder_failed", metadata: ["how": "\(how)", "image": "\(image)"])
    }
  }

  private func report(_ event: ArchiveKeeper.Event) {
    switch event {
    case .working(let chapter):
      logger.notice("archive_working", metadata: ["chapter": "\(chapter)"])
    case .failed(let reason): logger.error("archive_failed", metadata: ["reason": "\(reason)"])
    case .baseMade(let chapter, let took):
      logger.notice(
        "archive_base_made", metadata: ["chapter": "\(chapter)", "took_ms": .milliseconds(took)])
    case .baseFailed(let reason):
      logger.error("archive_base_failed", metadata: ["reason": "\(reason)"])
    }
  }

  func report(_ event: WorkerEvent) {
    switch event {
    case .workerServes(let process, let slot, let after):
      logger.notice(
        "worker_serves",
        metadata: [
          "process": .number(process), "slot": .number(slot), "after_ms": .milliseconds(after),
        ])
    case .workerDied(let process, let how):
      logger.error("worker_died", metadata: ["process": .number(process), "how": "\(how)"])
    case .workerLeft(let process, let how):
      logger.notice("worker_left", metadata: ["process": .number(process), "how": "\(how)"])
    case .workerFails(let slot, let reason):
      logger.critical("worker_fails", metadata: ["slot": .number(slot), "reason": "\(reason)"])
    case .reloading: logger.notice("reloading")
    case .dismissing(let signal): logger.notice("draining", metadata: ["signal": "\(signal)"])
    }
  }
}
