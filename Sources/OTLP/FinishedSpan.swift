package import Tracing

/// A span as it is exported: its name, its kind, its start and its end.
package struct FinishedSpan: Sendable {
  /// Bytes of a text; longer ones are cut.
  package static let textBytesMax = 1_024
  /// Attributes of a span or an event; further ones are left out.
  package static let attributesMax = 32
  /// Events of a span; later ones are left out.
  package static let eventsMax = 16

  let name: String
  let kind: SpanKind
  let context: SpanContext
  /// Of the span above; 0 for none.
  let parentID: UInt64
  /// Nanoseconds since 1970.
  let start: UInt64
  /// Not before the start.
  let end: UInt64
  let attributes: [Attribute]
  let events: [Event]
  /// Whether it ended in an error.
  let isError: Bool

  /// Something that happened at a moment of a span.
  struct Event: Sendable {
    let name: String
    let nanoseconds: UInt64
    let attributes: [Attribute]
  }

  /// - Parameters:
  ///   - nanoseconds: its duration, up to now.
  ///   - parentID: of the span above; 0 for none.
  package init(
    _ name: String, _ kind: SpanKind, _ context: SpanContext, under parentID: UInt64,
    took nanoseconds: Int64, _ attributes: [Attribute], isError: Bool
  ) {
    let end = DefaultTracerClock.now.nanosecondsSinceEpoch
    self.init(
      name, kind, context, under: parentID, from: end - min(end, UInt64(max(0, nanoseconds))),
      to: end, attributes, [], isError: isError)
  }

  init(
    _ name: String, _ kind: SpanKind, _ context: SpanContext, under parentID: UInt64,
    from start: UInt64, to end: UInt64, _ attributes: [Attribute], _ events: [Event], isError: Bool
  ) {
    self.name = Attribute.cut(name)
    self.kind = kind
    self.context = context
    self.parentID = parentID
    self.start = start
    self.end = max(start, end)
    self.attributes = Array(attributes.prefix(Self.attributesMax))
    self.events = Array(events.prefix(Self.eventsMax))
    self.isError = isError
  }
}

/// A fact about a span, named as in the semantic conventions.
package struct Attribute: Sendable {
  enum Value: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case truth(Bool)
    case list([Value])
  }

  let name: String
  let value: Value

  private init(named name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  package init(_ name: StaticString, _ text: String) {
    self.init(named: "\(name)", .string(Self.cut(text)))
  }

  package init(_ name: StaticString, _ number: Int) {
    self.init(named: "\(name)", .integer(Int64(number)))
  }

  package init(_ name: StaticString, _ truth: Bool) {
    self.init(named: "\(name)", .truth(truth))
  }

  /// The attributes of swift-distributed-tracing, ordered by name.
  static func all(of attributes: SpanAttributes) -> [Attribute] {
    var all: [Attribute] = []
    attributes.forEach { name, value in
      if let value = Value(value) { all.append(Attribute(named: cut(name), value)) }
    }
    return all.sorted { $0.name < $1.name }
  }

  /// The part of a text that is exported.
  static func cut(_ text: String) -> String {
    guard text.utf8.count > FinishedSpan.textBytesMax else { return text }
    return String(decoding: text.utf8.prefix(FinishedSpan.textBytesMax), as: UTF8.self)
  }
}

extension Attribute.Value {
  /// Elements of a list; further ones are left out.
  private static let elementsMax = 64

  /// Nil for kinds of values that the library adds later.
  init?(_ attribute: SpanAttribute) {
    switch attribute {
    case .int32(let number): self = .integer(Int64(number))
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .number(number)
    case .bool(let truth): self = .truth(truth)
    case .string(let text): self = .string(Attribute.cut(text))
    case .stringConvertible(let value): self = .string(Attribute.cut("\(value)"))
    case .int32Array(let list): self = Self.list(list) { .integer(Int64($0)) }
    case .int64Array(let list): self = Self.list(list) { .integer($0) }
    case .doubleArray(let list): self = Self.list(list) { .number($0) }
    case .boolArray(let list): self = Self.list(list) { .truth($0) }
    case .stringArray(let list): self = Self.list(list) { .string(Attribute.cut($0)) }
    case .stringConvertibleArray(let list): self = Self.list(list) { .string("\($0)") }
    default: return nil
    }
  }

  private static func list<Element>(_ list: [Element], _ value: (Element) -> Self) -> Self {
    .list(list.prefix(elementsMax).map(value))
  }
}
