package import Tracing

/// Identifies a span to those below it: its trace and its own id.
package struct SpanContext: Sendable, Hashable {
  /// Thirty-two hexadecimal digits in lower case.
  package let traceID: String
  /// Not 0.
  package let spanID: UInt64

  package init(traceID: String, spanID: UInt64) {
    self.traceID = traceID
    self.spanID = spanID
  }

  /// A new span of the same trace.
  package static func child(of parent: SpanContext) -> SpanContext {
    SpanContext(traceID: parent.traceID, spanID: .random(in: 1 ... .max))
  }

  /// A number as sixteen hexadecimal digits in lower case.
  static func text(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

extension InstrumentationContext {
  private enum Key: InstrumentationContextKey {
    typealias Value = SpanContext
  }

  /// The span that work in this context belongs to; nil when nothing is recorded.
  package var span: SpanContext? {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }

  /// The context for work inside a span.
  package static func within(_ span: SpanContext) -> InstrumentationContext {
    var context = InstrumentationContext.topLevel
    context.span = span
    return context
  }
}
