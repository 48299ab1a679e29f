import Prometheus
import Testing

@Suite struct ExpositionTests {
  @Test func countersAndBucketsOfAllPlacesAreAddedUp() {
    let places = [Place(), Place()]
    for (place, milliseconds) in zip(places, [5, 6]) {
      let histogram = place.store().histogram(Families.duration, "/a")
      histogram.record(nanoseconds: Int64(milliseconds) * 1_000_000)
      histogram.record(nanoseconds: 1_500_000_000)
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
      (Families.open, "shop_connections 7"), (Families.oldest, "shop_oldest 4"),
      (Families.isUp, "shop_up 3"),
    ])
  func gauges(_ family: MetricFamily, _ line: String) {
    let places = [Place(), Place()]
    places[0].store().gauge(family).set(3)
    places[1].store().gauge(family).set(4)
    #expect(Families.lines(family.name, places) == [line])
  }

  @Test func secondsAreExact() {
    let place = Place()
    let counter = place.store().counter(Families.busy)
    counter.increment(by: .milliseconds(250))
    counter.increment(by: .microseconds(1_000_001))
    #expect(
      Families.lines("shop_busy_seconds_total", [place]) == ["shop_busy_seconds_total 1.250001"])
  }

  @Test func aGaugeMayBeANegativeFraction() {
    let place = Place()
    place.store().gauge(Families.open).set(-1.5)
    #expect(Families.lines("shop_connections", [place]) == ["shop_connections -1.5"])
  }

  @Test("A label's quotes, backslashes and line ends do not end it")
  func escapedLabels() {
    let place = Place()
    place.store().counter(Families.requests, "a\"b\\c\nd").increment()
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
