import Logging

extension EventLog {
  func report(_ event: WorkerEvent) {
    switch event {
    case .workerServes(let process, let seat, let after):
      logger.notice(
        "worker_serves",
        metadata: ["process": "\(process)", "seat": "\(seat)", "after": "\(after)"])
    case .workerDied(let process, let how):
      logger.error("worker_died", metadata: ["process": "\(process)", "how": "\(how)"])
    case .workerLeft(let process, let how):
      logger.notice("worker_left", metadata: ["process": "\(process)", "how": "\(how)"])
    case .workerFails(let seat, let reason):
      logger.critical("worker_fails", metadata: ["seat": "\(seat)", "reason": "\(reason)"])
    case .reloading: logger.notice("reloading")
    case .dismissing(let signal): logger.notice("draining", metadata: ["signal": "\(signal)"])
    }
  }
}
