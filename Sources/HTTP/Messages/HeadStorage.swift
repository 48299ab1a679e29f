/// The parsed parts of a head, as positions in its bytes: copied without counting references.
struct HeadOutline: Sendable {
  var method = Method.get
  var version = Version.http11
  var closes = false
  var isLast = false
  var keepsAlive = false
  var expectsContinue = false
  /// Raw, still percent-encoded; empty in an absolute-form target without a path.
  var path = ByteRange(0, 0)
  var query: ByteRange?
  /// The authority of an absolute-form target, which wins over Host.
  var authority: ByteRange?
  var host: ByteRange?
  var fieldCount = 0
  var byteCount = 0

  /// The meaning of an empty path: `*` when OPTIONS asks about the server as a whole, otherwise
  /// `/`.
  ///
  /// Source: RFC 9112 §3.2.4, which has the last proxy say so; RFC 9110 §4.2.3.
  var emptyPath: UInt8 { method == .options && query == nil ? Octet.asterisk : Octet.slash }
}

/// The bytes of one head, the positions of its fields, and its outline: one allocation.
///
/// Written once by `make`, only read afterwards, hence shared freely by the values that hold it.
final class HeadStorage: ManagedBuffer<HeadOutline, FieldSpan> {
  static func make(
    _ outline: HeadOutline, spans: [FieldSpan], bytes: UnsafeRawBufferPointer
  ) -> HeadStorage {
    let stride = MemoryLayout<FieldSpan>.stride
    let capacity = spans.count + (bytes.count + stride - 1) / stride
    let made = create(minimumCapacity: capacity) { _ in outline }
    made.withUnsafeMutablePointers { outline, elements in
      outline.pointee.fieldCount = spans.count
      outline.pointee.byteCount = bytes.count
      for index in 0..<spans.count { (elements + index).initialize(to: spans[index]) }
      guard let source = bytes.baseAddress else { return }
      UnsafeMutableRawPointer(elements + spans.count).copyMemory(
        from: source, byteCount: bytes.count)
    }
    return unsafeDowncast(made, to: HeadStorage.self)
  }

  var outline: HeadOutline { withUnsafeMutablePointerToHeader { $0.pointee } }

  /// The field at `index`, which must be below `fieldCount`.
  func span(_ index: Int) -> FieldSpan {
    precondition(0 <= index && index < header.fieldCount, "a field index lies inside the head")
    return withUnsafeMutablePointerToElements { $0[index] }
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeMutablePointers { outline, elements in
      body(
        UnsafeRawBufferPointer(
          start: elements + outline.pointee.fieldCount, count: outline.pointee.byteCount))
    }
  }

  /// The text of `range`: UTF-8, or ISO-8859-1 where it is not, so that no byte is lost or merged.
  /// One that is not stream-safe is read as U+FFFD, which means nothing anywhere.
  ///
  /// Source: RFC 9110 §5.5 (obs-text is opaque).
  func text(_ range: ByteRange) -> String {
    withBytes { bytes in
      let bytes = bytes.slice(range)
      do throws(TargetError) {
        return try String(received: bytes)
      } catch .invalidText {
        return String(latin1: bytes)
      } catch {
        return .unreadable
      }
    }
  }
}

extension String {
  /// ISO-8859-1, whose bytes are code points: two bytes of UTF-8 from 0x80 on. To put scalars
  /// together one by one takes twenty times as long.
  fileprivate init(latin1 bytes: UnsafeRawBufferPointer) {
    self.init(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      var end = 0
      for byte in bytes {
        if byte < 0x80 {
          text[end] = byte
        } else {
          text[end] = 0xC0 | byte >> 6
          end += 1
          text[end] = 0x80 | byte & 0x3F
        }
        end += 1
      }
      return end
    }
  }
}
