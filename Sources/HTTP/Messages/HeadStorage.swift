/// What is known about a head besides its octets: trivial, copied without counting references.
struct HeadOutline: Sendable {
  var method = Method.get
  var version = Version.http11
  var closes = false
  var isLast = false
  var keepsAlive = false
  var expectsContinue = false
  /// Raw, still percent-encoded; empty in an absolute-form target without a path.
  var path = OctetRange(0, 0)
  var query: OctetRange?
  /// The authority of an absolute-form target, which wins over Host.
  var authority: OctetRange?
  var host: OctetRange?
  var fieldCount = 0
  var octetCount = 0

  /// What an empty path means: `*` when OPTIONS asks about the server as a whole, otherwise `/`.
  ///
  /// Source: RFC 9112 §3.2.4, which has the last proxy say so; RFC 9110 §4.2.3.
  var emptyPath: UInt8 { method == .options && query == nil ? Octet.asterisk : Octet.slash }
}

/// The octets of one head, where its fields stand in them, and its outline: one allocation.
///
/// Written once by `make`, only read afterwards, hence shared freely by the values that hold it.
final class HeadStorage: ManagedBuffer<HeadOutline, FieldSpan> {
  static func make(
    _ outline: HeadOutline, spans: [FieldSpan], octets: UnsafeRawBufferPointer
  ) -> HeadStorage {
    let stride = MemoryLayout<FieldSpan>.stride
    let capacity = spans.count + (octets.count + stride - 1) / stride
    let made = create(minimumCapacity: capacity) { _ in outline }
    made.withUnsafeMutablePointers { outline, elements in
      outline.pointee.fieldCount = spans.count
      outline.pointee.octetCount = octets.count
      for index in 0..<spans.count { (elements + index).initialize(to: spans[index]) }
      guard let source = octets.baseAddress else { return }
      UnsafeMutableRawPointer(elements + spans.count).copyMemory(
        from: source, byteCount: octets.count)
    }
    return unsafeDowncast(made, to: HeadStorage.self)
  }

  var outline: HeadOutline { withUnsafeMutablePointerToHeader { $0.pointee } }

  /// The field at `index`, which must be below `fieldCount`.
  func span(_ index: Int) -> FieldSpan {
    precondition(0 <= index && index < header.fieldCount, "a field index lies inside the head")
    return withUnsafeMutablePointerToElements { $0[index] }
  }

  func withOctets<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeMutablePointers { outline, elements in
      body(
        UnsafeRawBufferPointer(
          start: elements + outline.pointee.fieldCount, count: outline.pointee.octetCount))
    }
  }

  /// The text of `range`: UTF-8, or ISO-8859-1 where it is not, so that no octet is lost or merged.
  ///
  /// Source: RFC 9110 §5.5 (obs-text is opaque).
  func text(_ range: OctetRange) -> String {
    withOctets { octets in
      let octets = octets.slice(range)
      if let text = String(utf8: octets) { return text }
      return String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
    }
  }
}
