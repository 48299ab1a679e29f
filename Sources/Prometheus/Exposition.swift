/// The values of several stores as one text for Prometheus.
///
/// Counters and buckets are added up; gauges are combined as their family says. A family without a
/// series still has its two lines of description, so that every name can be found in the text.
/// Source: Prometheus, "Exposition formats", text format 0.0.4.
package struct Exposition {
  /// The media type.
  package static let contentType: StaticString = "text/plain; version=0.0.4; charset=utf-8"

  private let families: [MetricFamily]
  /// By the name of the family, and then by the whole key.
  private var series: [String: [String: [UInt64]]] = [:]

  /// Reads the current values of stores of the same families. Writers are not held up.
  package init(of stores: [SeriesStore]) {
    families = stores.first?.families ?? []
    let byName = Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0) })
    for store in stores {
      store.forEach { key, values in
        let name = String(key.prefix { $0 != "{" })
        guard let family = byName[name], values.count == family.words else { return }
        guard let before = series[name]?[key] else {
          series[name, default: [:]][key] = values
          return
        }
        series[name]?[key] = Self.merged(before, values, family.kind)
      }
    }
  }

  private static func merged(
    _ left: [UInt64], _ right: [UInt64], _ kind: MetricFamily.Kind
  ) -> [UInt64] {
    guard case .gauge(let merging) = kind else { return zip(left, right).map { $0 &+ $1 } }
    return zip(left, right).map { left, right in
      let (one, other) = (Double(bitPattern: left), Double(bitPattern: right))
      if one.isNaN { return right }
      if other.isNaN { return left }
      let value =
        switch merging {
        case .sum: one + other
        case .largest: max(one, other)
        case .smallest: min(one, other)
        }
      return value.bitPattern
    }
  }

  /// UTF-8, one line each.
  package var bytes: [UInt8] {
    var text = ""
    for family in families {
      text += "# HELP \(family.name) \(family.help)\n# TYPE \(family.name) \(family.type)\n"
      let series = (series[family.name] ?? [:]).sorted { $0.key < $1.key }
      for (key, values) in series { Self.append(key, values, of: family, to: &text) }
    }
    return Array(text.utf8)
  }

  private static func append(
    _ key: String, _ values: [UInt64], of family: MetricFamily, to text: inout String
  ) {
    switch family.kind {
    case .counter:
      text += "\(key) \(family.isInSeconds ? seconds(values[0]) : "\(values[0])")\n"
    case .gauge:
      let value = Double(bitPattern: values[0])
      if !value.isNaN { text += "\(key) \(number(value))\n" }
    case .histogram(let bounds): append(key, values, bounds, family.name, to: &text)
    }
  }

  private static func append(
    _ key: String, _ values: [UInt64], _ bounds: [Duration], _ name: String,
    to text: inout String
  ) {
    let labels = String(key.dropFirst(name.count + 1).dropLast())
    let before = labels.isEmpty ? "" : labels + ","
    let all = labels.isEmpty ? "" : "{\(labels)}"
    var count: UInt64 = 0
    for (bound, value) in zip(bounds, values.dropFirst()) {
      count &+= value
      let limit = seconds(UInt64(bound.wholeNanoseconds))
      text += "\(name)_bucket{\(before)le=\"\(limit)\"} \(count)\n"
    }
    count &+= values.last ?? 0
    text += "\(name)_bucket{\(before)le=\"+Inf\"} \(count)\n"
    text += "\(name)_sum\(all) \(seconds(values[0]))\n\(name)_count\(all) \(count)\n"
  }

  /// Exactly, without zeros at the end.
  private static func seconds(_ nanoseconds: UInt64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest > 0 else { return "\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 9 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(whole).\(digits)"
  }

  private static func number(_ value: Double) -> String {
    if value == .infinity { return "+Inf" }
    if value == -.infinity { return "-Inf" }
    return Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
