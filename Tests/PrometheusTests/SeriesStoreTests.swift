import Prometheus
import Testing

/// Memory in which one writer after another counts.
final class Place {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: SeriesStore.bytes, alignment: 64)

  init() { memory.initializeMemory(as: UInt8.self, repeating: 0, count: SeriesStore.bytes) }

  deinit { memory.deallocate() }

  /// As a process sees it that has just mapped it.
  func store() -> SeriesStore { SeriesStore(of: Families.all, at: memory, keptBy: self) }
}

enum Families {
  static let requests = MetricFamily(
    "shop_requests_total", .counter, labels: ["route"], "Requests")
  static let busy = MetricFamily("shop_busy_seconds_total", .counter, "Time at work")
  static let open = MetricFamily("shop_connections", .gauge(.sum), "Open connections")
  static let oldest = MetricFamily("shop_oldest", .gauge(.largest), "The oldest")
  static let isUp = MetricFamily("shop_up", .gauge(.smallest), "Whether all are up")
  static let duration = MetricFamily(
    "shop_duration_seconds", .histogram([.milliseconds(5), .seconds(1)]), labels: ["route"],
    "Time")
  static let all = [requests, busy, open, oldest, isUp, duration]

  static func text(_ places: Place...) -> String {
    String(decoding: Exposition(of: places.map { $0.store() }).bytes, as: UTF8.self)
  }

  /// The lines with values of a family.
  static func lines(_ name: String, _ places: [Place]) -> [String] {
    let bytes = Exposition(of: places.map { $0.store() }).bytes
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix(name) }
  }
}

@Suite struct SeriesStoreTests {
  private func count(_ amount: Int, of route: String, in place: Place) {
    place.store().counter(Families.requests, route).increment(by: amount)
  }

  @Test("The writer that replaces a dead one continues its counts")
  func succession() {
    let place = Place()
    count(3, of: "/a", in: place)
    count(2, of: "/b", in: place)
    count(4, of: "/a", in: place)
    #expect(
      Families.lines("shop_requests_total", [place]) == [
        #"shop_requests_total{route="/a"} 7"#, #"shop_requests_total{route="/b"} 2"#,
      ])
  }

  @Test("A writer that dies inside an entry leaves whole entries, and the next one overwrites it")
  func deathInsideAnEntry() {
    let place = Place()
    count(3, of: "/a", in: place)
    let used = Int(place.memory.load(as: UInt64.self))
    // All that a writer does before it publishes an entry may be there.
    for offset in used..<(used + 200) {
      place.memory.storeBytes(of: 0xAB, toByteOffset: offset, as: UInt8.self)
    }
    #expect(
      Families.lines("shop_requests_total", [place]) == [#"shop_requests_total{route="/a"} 3"#])
    count(1, of: "/b", in: place)
    #expect(
      Families.lines("shop_requests_total", [place]) == [
        #"shop_requests_total{route="/a"} 3"#, #"shop_requests_total{route="/b"} 1"#,
      ])
  }

  @Test("A full store reports the series it lost and still counts the others")
  func fullStore() {
    let place = Place()
    let store = place.store()
    let name = String(repeating: "a", count: 1_000)
    for number in 0..<1_100 {
      store.counter(Families.requests, "\(name)\(number)").increment()
    }
    #expect(store.lostSeries > 0)
    #expect(store.lostSeries < 200)
    let lines = Families.lines("shop_requests_total", [place])
    #expect(lines.count == 1_100 - Int(store.lostSeries))
    #expect(lines.allSatisfy { $0.hasSuffix(" 1") })
  }

  @Test func countsOfManyThreadsAreAllThere() async {
    let place = Place()
    let store = place.store()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let counter = store.counter(Families.requests, "/\(number % 4)")
          for _ in 0..<10_000 { counter.increment() }
        }
      }
    }
    #expect(
      Families.lines("shop_requests_total", [place])
        == (0..<4).map { #"shop_requests_total{route="/\#($0)"} 20000"# })
  }

  @Test("Gauges of a process that has ended are left out")
  func forgottenGauges() {
    let (dead, alive) = (Place(), Place())
    for place in [dead, alive] {
      place.store().gauge(Families.open).set(5)
      place.store().gauge(Families.isUp).set(1)
    }
    dead.store().forgetGauges()
    #expect(Families.lines("shop_connections", [dead, alive]) == ["shop_connections 5"])
    #expect(Families.lines("shop_up", [dead, alive]) == ["shop_up 1"])
    #expect(Families.lines("shop_connections", [dead]) == [])
  }
}
