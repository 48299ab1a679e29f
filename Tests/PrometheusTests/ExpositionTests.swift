import CoreMetrics
import Prometheus
import Testing

@Suite struct ExpositionTests {
  @Test func countersAndBucketsOfAllPlacesAreAddedUp() {
    let places = [Place(), Place()]
    for (place, milliseconds) in zip(places, [5, 6]) {
      let timer = Timer(
        label: "shop_duration_seconds", dimensions: [("route", "/a")], factory: place.factory())
      timer.recordNanoseconds(Int64(milliseconds) * 1_000_000)
      timer.recordNanoseconds(1_500_000_000)
    }
    #expect(
      Families.lines("shop_duration_seconds", places) == [
        #"shop_duration_seconds_bucket{route="/a",le="0.005"} 1"#,
        #"shop_duration_seconds_bucket{route="/a",le="1"} 2"#,
        #"shop_duration_seconds_bucket{route="/a",le="+Inf"} 4"#,
        #"shop_duration_seconds_sum{route="/a"} 3.011"#,
        #"shop_duration_seconds_count{route="/a"} 4"#,
      ])
  }

  @Test(
    "A gauge is the sum, the largest or the smallest of all places",
    arguments: [
      ("shop_connections", "shop_connections 7"), ("shop_oldest", "shop_oldest 4"),
      ("shop_up", "shop_up 3"),
    ])
  func gauges(_ name: String, _ line: String) {
    let places = [Place(), Place()]
    Meter(label: name, factory: places[0].factory()).set(3)
    Meter(label: name, factory: places[1].factory()).set(4)
    #expect(Families.lines(name, places) == [line])
  }

  @Test func secondsAreExact() {
    let place = Place()
    let counter = FloatingPointCounter(
      label: "shop_busy_seconds_total", factory: place.factory())
    counter.increment(by: 0.25)
    counter.increment(by: 1.000001)
    #expect(
      Families.lines("shop_busy_seconds_total", [place]) == ["shop_busy_seconds_total 1.250001"])
  }

  @Test func aGaugeMayBeAFractionOrCountDown() {
    let place = Place()
    let gauge = Meter(label: "shop_connections", factory: place.factory())
    gauge.increment()
    gauge.decrement(by: 2.5)
    #expect(Families.lines("shop_connections", [place]) == ["shop_connections -1.5"])
  }

  @Test("A label's quotes, backslashes and line ends do not end it")
  func escapedLabels() {
    let place = Place()
    Counter(
      label: "shop_requests_total", dimensions: [("route", "a\"b\\c\nd")],
      factory: place.factory()
    ).increment()
    #expect(
      Families.lines("shop_requests_total", [place])
        == [#"shop_requests_total{route="a\"b\\c\nd"} 1"#])
  }

  @Test func everyFamilyIsDescribedAlsoWithoutASeries() {
    let text = Families.text(Place())
    for family in Families.all {
      #expect(
        text.contains(
          "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.type)\n"))
    }
  }
}
