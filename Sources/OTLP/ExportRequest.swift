import Tracing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Spans as a collector takes them: `ExportTraceServiceRequest`, in the JSON of OTLP.
///
/// Source: OTLP 1.5, "JSON Protobuf Encoding"; opentelemetry-proto, `trace.proto`: identifiers are
/// hexadecimal digits, 64-bit numbers are decimal strings, enumerations are numbers.
struct ExportRequest: Encodable {
  private let resourceSpans: [ResourceSpans]

  /// Spans of one process.
  init(_ spans: some Sequence<FinishedSpan>, of resource: Resource) {
    let scope = ScopeSpans(
      scope: Scope(name: resource.service, version: resource.version), spans: spans.map(Span.init))
    resourceSpans = [
      ResourceSpans(
        resource: Attributes(attributes: resource.attributes.map(KeyValue.init)),
        scopeSpans: [scope])
    ]
  }

  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Encoding cannot fail: numbers that JSON cannot express are replaced before.
    return (try? encoder.encode(self)).map(Array.init) ?? []
  }

  private struct ResourceSpans: Encodable {
    let resource: Attributes
    let scopeSpans: [ScopeSpans]
  }

  private struct Attributes: Encodable { let attributes: [KeyValue] }

  private struct ScopeSpans: Encodable {
    let scope: Scope
    let spans: [Span]
  }

  private struct Scope: Encodable {
    let name: String
    let version: String
  }

  private struct Span: Encodable {
    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let name: String
    let kind: Int
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [KeyValue]
    let events: [Event]?
    let status: Status?

    init(_ span: FinishedSpan) {
      traceId = span.context.traceID
      spanId = SpanContext.text(span.context.spanID)
      parentSpanId = span.parentID == 0 ? nil : SpanContext.text(span.parentID)
      name = span.name
      kind = span.kind.number
      startTimeUnixNano = "\(span.start)"
      endTimeUnixNano = "\(span.end)"
      attributes = span.attributes.map(KeyValue.init)
      events = span.events.isEmpty ? nil : span.events.map(Event.init)
      status = span.isError ? Status(code: 2) : nil
    }
  }

  private struct Event: Encodable {
    let timeUnixNano: String
    let name: String
    let attributes: [KeyValue]

    init(_ event: FinishedSpan.Event) {
      timeUnixNano = "\(event.nanoseconds)"
      name = event.name
      attributes = event.attributes.map(KeyValue.init)
    }
  }

  private struct Status: Encodable { let code: Int }

  private struct KeyValue: Encodable {
    let key: String
    let value: AnyValue

    init(_ attribute: Attribute) {
      key = attribute.name
      value = AnyValue(attribute.value)
    }
  }

  private struct AnyValue: Encodable {
    var stringValue: String?
    var intValue: String?
    var doubleValue: Double?
    var boolValue: Bool?
    var arrayValue: Values?

    init(_ value: Attribute.Value) {
      switch value {
      case .string(let text): stringValue = text
      case .integer(let number): intValue = "\(number)"
      // JSON has no infinity.
      case .number(let number) where !number.isFinite: stringValue = "\(number)"
      case .number(let number): doubleValue = number
      case .truth(let truth): boolValue = truth
      case .list(let values): arrayValue = Values(values: values.map(AnyValue.init))
      }
    }
  }

  private struct Values: Encodable { let values: [AnyValue] }
}

/// The process that spans come from.
package struct Resource: Sendable {
  let service: String
  let version: String
  private let instance: String
  private let process: Int

  /// - Parameter process: its process number.
  package init(service: String, version: String, process: Int) {
    self.service = service
    self.version = version
    self.process = process
    instance = UUID().uuidString.lowercased()
  }

  /// Source: OpenTelemetry semantic conventions, "Resource".
  var attributes: [Attribute] {
    [
      Attribute("service.name", service), Attribute("service.version", version),
      Attribute("service.instance.id", instance), Attribute("process.pid", process),
    ]
  }
}

extension SpanKind {
  /// Source: `trace.proto`, `SpanKind`.
  fileprivate var number: Int {
    switch self {
    case .internal: 1
    case .server: 2
    case .client: 3
    case .producer: 4
    case .consumer: 5
    }
  }
}
