import Foundation

/// A span as a collector reads it.
package struct ReceivedSpan: Sendable {
  package let traceID: String
  package let spanID: String
  /// Nil for the first of a trace.
  package let parentID: String?
  package let name: String
  /// 1 internal, 2 server, 3 client.
  package let kind: Int
  package let start: UInt64
  package let end: UInt64
  /// Values as texts.
  package let attributes: [String: String]
  package let isError: Bool
  /// Of the process.
  package let resource: [String: String]
}

/// The spans of a body, and what in it is not as opentelemetry-proto has it: names of members,
/// forms of identifiers and numbers, and the kinds of values.
///
/// Source: OTLP 1.5, "JSON Protobuf Encoding"; `trace.proto`, `common.proto`, `resource.proto`. The
/// schema itself judges the same in `Tests/Contract/traces.py`.
package struct OTLPReading {
  package private(set) var spans: [ReceivedSpan] = []
  package private(set) var violations: [String] = []

  package init(_ body: [UInt8]) {
    guard let root = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
      violations.append("the body is no JSON object")
      return
    }
    only(["resourceSpans"], in: root, "the request")
    for group in objects(root["resourceSpans"], "resourceSpans") {
      only(["resource", "scopeSpans", "schemaUrl"], in: group, "resourceSpans")
      let resource = group["resource"] as? [String: Any] ?? [:]
      only(["attributes", "droppedAttributesCount"], in: resource, "resource")
      let attributes = attributes(resource["attributes"], "resource")
      for scope in objects(group["scopeSpans"], "scopeSpans") {
        only(["scope", "spans", "schemaUrl"], in: scope, "scopeSpans")
        only(["name", "version"], in: scope["scope"] as? [String: Any] ?? [:], "scope")
        for span in objects(scope["spans"], "spans") { read(span, attributes) }
      }
    }
  }

  private static let members: Set<String> = [
    "traceId", "spanId", "traceState", "parentSpanId", "flags", "name", "kind",
    "startTimeUnixNano", "endTimeUnixNano", "attributes", "droppedAttributesCount", "events",
    "droppedEventsCount", "links", "droppedLinksCount", "status",
  ]

  private mutating func read(_ span: [String: Any], _ resource: [String: String]) {
    only(Self.members, in: span, "a span")
    let start = number(span["startTimeUnixNano"], "startTimeUnixNano")
    let end = number(span["endTimeUnixNano"], "endTimeUnixNano")
    if end < start { violations.append("a span ends before it starts") }
    let kind = span["kind"] as? Int ?? 0
    if !(1...5).contains(kind) { violations.append("kind is \(span["kind"] ?? "missing")") }
    let status = span["status"] as? [String: Any] ?? [:]
    only(["code", "message"], in: status, "status")
    let code = status["code"] as? Int ?? 0
    if !(0...2).contains(code) { violations.append("status.code is \(code)") }
    for event in objects(span["events"] ?? [Any](), "events") {
      only(["timeUnixNano", "name", "attributes"], in: event, "an event")
      _ = number(event["timeUnixNano"], "timeUnixNano")
      _ = attributes(event["attributes"], "an event")
    }
    spans.append(
      ReceivedSpan(
        traceID: identifier(span["traceId"], 32), spanID: identifier(span["spanId"], 16),
        parentID: span["parentSpanId"].map { identifier($0, 16) },
        name: span["name"] as? String ?? "", kind: kind, start: start, end: end,
        attributes: attributes(span["attributes"], "a span"), isError: code == 2,
        resource: resource))
  }

  private mutating func only(_ names: Set<String>, in object: [String: Any], _ what: String) {
    for name in object.keys where !names.contains(name) {
      violations.append("\(what) has no \(name)")
    }
  }

  private mutating func objects(_ value: Any?, _ what: String) -> [[String: Any]] {
    guard let list = value as? [[String: Any]] else {
      if (value as? [Any])?.isEmpty != true { violations.append("\(what) is no list of objects") }
      return []
    }
    return list
  }

  /// Hexadecimal digits in lower case, and not only zeros.
  private mutating func identifier(_ value: Any?, _ count: Int) -> String {
    let text = value as? String ?? ""
    let digits = Set("0123456789abcdef")
    if text.count != count || !text.allSatisfy(digits.contains) || text.allSatisfy({ $0 == "0" }) {
      violations.append("\(value ?? "nothing") is no identifier of \(count) digits")
    }
    return text
  }

  /// A 64-bit number, which is a decimal string.
  private mutating func number(_ value: Any?, _ what: String) -> UInt64 {
    guard let number = (value as? String).flatMap(UInt64.init) else {
      violations.append("\(what) is no decimal string")
      return 0
    }
    return number
  }

  private mutating func attributes(_ value: Any?, _ what: String) -> [String: String] {
    var all: [String: String] = [:]
    for attribute in objects(value, "attributes of \(what)") {
      only(["key", "value"], in: attribute, "an attribute")
      guard let key = attribute["key"] as? String, !key.isEmpty, all[key] == nil else {
        violations.append("an attribute of \(what) has no key of its own")
        continue
      }
      all[key] = text(attribute["value"], key)
    }
    return all
  }

  private mutating func text(_ value: Any?, _ key: String) -> String {
    guard let value = value as? [String: Any], value.count == 1, let (kind, inner) = value.first
    else {
      violations.append("the value of \(key) is not one of a kind")
      return ""
    }
    switch (kind, inner) {
    case ("stringValue", let text as String): return text
    case ("intValue", let text as String) where Int64(text) != nil: return text
    case ("boolValue", let truth as Bool): return "\(truth)"
    case ("doubleValue", let number as Double): return "\(number)"
    case ("arrayValue", let list as [String: Any]):
      only(["values"], in: list, "arrayValue")
      let values = list["values"] as? [Any] ?? []
      var texts: [String] = []
      for value in values { texts.append(text(value, key)) }
      return texts.joined(separator: ",")
    default:
      violations.append("the value of \(key) is \(kind): \(inner)")
      return ""
    }
  }
}
