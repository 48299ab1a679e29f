import Dialects
import Foundation
import HTTP
import Prometheus
import Testing
import Transport
import Web

@testable import Meters

/// The table of what is exported.
@Suite struct MetricFamilyTests {
  @Test("The article has the table as it is")
  func article() throws {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/moa/Moa.docc/Metrics.md").standardizedFileURL
    let text = try String(contentsOf: article, encoding: .utf8)
    #expect(text.contains("\n\n" + MetricFamily.markdown + "\n\n"))
  }

  @Test("Names are those of the program, with a unit, and say what they are as Prometheus wants")
  func names() {
    let names = MetricFamily.all.map(\.name)
    #expect(Set(names).count == names.count)
    for family in MetricFamily.all {
      #expect(family.name.hasPrefix("moa_"))
      #expect(family.name.hasSuffix("_total") == (family.type == "counter"), "\(family.name)")
      if family.type == "histogram" { #expect(family.name.hasSuffix("_seconds")) }
      #expect(!family.help.hasSuffix("."), "\(family.name)")
    }
  }

  @Test("All routes with all methods and statuses have room in the memory of a loop")
  func room() throws {
    let memory = try MetricsMemory.create(processes: 1)
    let store = memory.store(at: 0)
    for route in RoutePaths.all.names {
      for method in ["GET", "HEAD", "OPTIONS", "POST", "DELETE", "other"] {
        _ = store.histogram(.requestDuration, route, method)
        for status in ["2xx", "3xx", "4xx", "5xx"] {
          _ = store.counter(.requests, route, method, status)
        }
      }
    }
    for code in ErrorCode.all {
      _ = store.counter(.refusals, "route", code.code)
    }
    // Far more than there are.
    for line in 0..<400 {
      _ = store.histogram(.statementDuration, "primary", "ProductListStatements.swift:\(line)")
    }
    #expect(store.lostSeries == 0)
  }
}
