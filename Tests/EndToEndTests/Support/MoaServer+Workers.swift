import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension MoaServer {
  /// What the log says, line by line, but for single requests.
  var events: [LoggedEvent] { log.events }

  /// The workers that serve, by what the log says of them: the oldest first.
  var workers: [Int32] {
    events.reduce(into: []) { serving, event in
      guard let process = event.process else { return }
      if event.event == "worker_serves" { serving.append(process) }
      if ["worker_died", "worker_left"].contains(event.event) {
        serving.removeAll { $0 == process }
      }
    }
  }

  /// Waits until so many workers serve, by what the log says, and returns them: the line on
  /// standard output may be there before the log's.
  func waitForWorkers(_ count: Int) async throws -> [Int32] {
    try await waiting(for: "\(count) workers") {
      let serving = workers
      return serving.count == count ? serving : nil
    }
  }

  /// Waits for an event that the log did not have `before` times already, and returns it.
  @discardableResult
  func waitFor(_ name: String, after before: Int = 0) async throws -> LoggedEvent {
    do {
      return try await waiting(for: name) {
        events.filter { $0.event == name }.dropFirst(before).first
      }
    } catch EndToEndError.timeout {
      throw EndToEndError.timeout("\(name); the log ends with \(events.suffix(12))")
    }
  }

  func count(of name: String) -> Int { events.count { $0.event == name } }

  /// Whether a process is there and not only waits to be buried.
  static func isAlive(_ process: Int32) -> Bool {
    guard kill(process, 0) == 0 else { return false }
    #if os(Linux)
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      return status?.split(separator: ")").last?.first { $0 != " " } != "Z"
    #else
      return true
    #endif
  }
}
