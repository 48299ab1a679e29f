/// What the parent of workers can report.
package enum WorkerEvent: Sendable, Equatable {
  case workerServes(process: Int32, slot: Int, after: Duration)
  /// It was not told to, so another one takes its slot.
  case workerDied(process: Int32, how: String)
  /// As it was told to.
  case workerLeft(process: Int32, how: String)
  /// It has died at its start again and again. It is tried on, once a second.
  case workerFails(slot: Int, reason: String)
  /// SIGHUP: files are read again.
  case reloading
  case dismissing(signal: String)
}
