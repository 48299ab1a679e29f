import LocalPostgres
import Testing

@testable import App

/// What an operator can say of traces.
@Suite struct TraceConfigurationTests {
  private static func read(_ flags: [Setting: String]) throws -> TraceConfiguration? {
    try Configuration.read(
      flags: flags, environment: [:], machine: .current(environment: ["HOME": "/nonexistent"])
    ).traces
  }

  @Test func withoutACollectorNothingIsTraced() throws {
    #expect(try Self.read([:])?.ratio == nil)
  }

  @Test func withoutARatioOnlyCallersDecide() throws {
    let traces = try Self.read([.traceEndpoint: "http://127.0.0.1:4318"])
    #expect(traces?.ratio == 0)
    #expect(traces.map { "\($0.collector)" } == "http://127.0.0.1:4318/v1/traces")
  }

  @Test(arguments: [("0", 0.0), ("0.01", 0.01), ("1", 1), ("1e-3", 0.001)])
  func aRatioIsTaken(_ text: String, _ ratio: Double) throws {
    let flags = [Setting.traceEndpoint: "http://a:1", .traceRatio: text]
    #expect(try Self.read(flags)?.ratio == ratio)
  }

  @Test(arguments: ["2", "-0.1", "nan", "half", "1%", "inf"])
  func anythingElseIsAMistake(_ text: String) {
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try Self.read([.traceEndpoint: "http://a:1", .traceRatio: text])
    }
    #expect(mistakes?.description.contains("--trace-ratio") == true)
  }

  @Test func aCollectorThatWantsTLSIsAMistakeThatSaysWhatToDo() {
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try Self.read([.traceEndpoint: "https://collector.example:4318"])
    }
    #expect(mistakes?.description.contains("http://host:port") == true)
  }

  @Test func aRatioWithoutACollectorIsAMistake() {
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try Self.read([.traceRatio: "0.5"])
    }
    #expect(mistakes?.description.contains("--trace-endpoint") == true)
  }
}
