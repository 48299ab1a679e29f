import Domain
package import Logging

/// Writes swift-log's events as log lines: all messages of this program and its libraries besides
/// the line for each request.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let queue: LogQueue

  package init(_ queue: LogQueue, level: Logger.Level) {
    self.queue = queue
    self.logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var line = queue.line(level: event.level.literal, event: event.message.description)
    var members = metadata
    members.merge(metadataProvider?.get() ?? [:]) { _, new in new }
    members.merge(event.metadata ?? [:]) { _, new in new }
    // Sorted, so that the same event always looks the same.
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      // A second member of the same name would make readers disagree about the line.
      let isTaken = ["time", "level", "event", "error"].contains(name)
      line.add(named: isTaken ? "\(name)_" : name, value)
    }
    if let error = event.error { line.add("error", "\(error)") }
    queue.append(line.finished())
  }
}

extension Logger.Level {
  var literal: StaticString {
    switch self {
    case .trace: "trace"
    case .debug: "debug"
    case .info: "info"
    case .notice: "notice"
    case .warning: "warning"
    case .error: "error"
    case .critical: "critical"
    }
  }
}

extension LogLine {
  fileprivate mutating func add(named name: String, _ value: Logger.MetadataValue) {
    guard case .stringConvertible(let value) = value else {
      return add(named: name, value.description)
    }
    switch value {
    case let number as Int: add(named: name, number)
    case let duration as Duration: add(named: name, duration)
    default: add(named: name, value.description)
    }
  }
}

extension Logger.MetadataValue {
  /// A number, because programs that read the log compare it.
  static func number(_ number: some BinaryInteger) -> Logger.MetadataValue {
    .stringConvertible(Int(clamping: number))
  }

  /// A number of milliseconds; the member's name ends in the unit.
  static func milliseconds(_ duration: Duration) -> Logger.MetadataValue {
    .stringConvertible(duration)
  }
}
