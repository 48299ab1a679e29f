import Foundation
import Testing

/// What a server says on `/metrics`, as Prometheus reads it.
struct MetricsReading {
  let text: String
  /// By name and labels as they are written.
  let samples: [String: Double]
  /// Names that the text describes.
  let families: [String: String]

  init(_ text: String) {
    self.text = text
    var samples: [String: Double] = [:]
    var families: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("# TYPE "), words.count == 4 { families[words[2]] = words[3] }
      guard !line.hasPrefix("#"), let end = line.lastIndex(of: " ") else { continue }
      samples[String(line[..<end])] = Double(line[line.index(after: end)...])
    }
    self.samples = samples
    self.families = families
  }

  /// Not a number for a series that is not there: so no comparison with it is true.
  subscript(_ key: String) -> Double { samples[key] ?? .nan }

  /// All series of a name together; not a number when there is none.
  func sum(of name: String) -> Double {
    let values = samples.filter { $0.key == name || $0.key.hasPrefix(name + "{") }.values
    return values.isEmpty ? .nan : values.reduce(0, +)
  }
}

extension MoaServer {
  /// Flags with which it serves `/metrics` on a free port.
  static let measured = ["--metrics-listen", "127.0.0.1:0"]

  /// Where it serves them.
  func metricsURL() async throws -> String {
    try #require(try await waitFor("metrics_listening").address)
  }

  func metrics() async throws -> MetricsReading {
    let answer = try await Curl(base: try await metricsURL()).get("/metrics")
    #expect(answer.status == 200)
    return MetricsReading(answer.text)
  }

  /// Waits until the metrics are so: some are published once a second.
  @discardableResult
  func waitForMetrics(
    _ what: String, _ isSo: @Sendable (MetricsReading) -> Bool
  ) async throws -> MetricsReading {
    var last = ""
    do {
      return try await waiting(for: what) {
        let reading = try await metrics()
        last = reading.text
        return isSo(reading) ? reading : nil
      }
    } catch EndToEndError.timeout {
      throw EndToEndError.timeout("\(what); the last were \(last)")
    }
  }
}
