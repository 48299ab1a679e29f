/// Our part of a trace that a caller or this server began: its identifier, and that of our own
/// span.
///
/// Accepted from any client, as the standard does by default: it is two random numbers in a strict
/// format, and gives no rights. A client can only write its own number into its log lines, and ask
/// for a recording of its request; the number of recordings is limited there.
/// Source: W3C Trace Context §3.2, §4.
public struct TraceContext: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64
  /// The caller's span; 0 if the trace begins here.
  public let parentID: UInt64
  /// Of our own span; not 0.
  public let spanID: UInt64
  /// `sampled` and `random`; others are not ours to hand on. Source: §3.2.2.5, §4.3.
  public let flags: UInt8

  /// Bytes of version 00, and the least of any later one.
  static let bytesMin = 55

  /// Reads the trace of a request, and makes our span of it.
  ///
  /// Nil without a valid `traceparent`. `tracestate` is not read: a request makes no calls to other
  /// servers that it could be passed on to.
  public init?(_ head: RequestHead, spanID: UInt64) {
    let parent = head.fields.withLines(of: "traceparent") { lines in
      lines.count == 1 ? Parent(lines[0]) : nil
    }
    guard let parent else { return nil }
    (high, low, parentID) = (parent.high, parent.low, parent.id)
    self.spanID = spanID == 0 ? 1 : spanID
    flags = parent.flags & (Self.sampled | Self.random)
  }

  /// Begins a trace that is recorded.
  ///
  /// - Parameters:
  ///   - identifier: two random numbers.
  ///   - spanID: of our own span, which has no parent.
  public init(beginning identifier: (UInt64, UInt64), spanID: UInt64) {
    (high, low) = (identifier.0, identifier.1 == 0 ? 1 : identifier.1)
    parentID = 0
    self.spanID = spanID == 0 ? 1 : spanID
    flags = Self.sampled | Self.random
  }

  private static let sampled: UInt8 = 0x01
  private static let random: UInt8 = 0x02

  /// Whether who began the trace records it, and would like us to do so.
  public var isSampled: Bool { flags & Self.sampled != 0 }

  /// Thirty-two hexadecimal digits.
  public var traceID: String { Self.text(high) + Self.text(low) }

  /// The field that names our span as the parent: `00-<trace id>-<span id>-<flags>`.
  public var traceparent: String {
    let flag = String(flags, radix: 16)
    return "00-\(traceID)-\(Self.text(spanID))-0\(flag)"
  }

  private static func text(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The values of a `traceparent`.
  private struct Parent {
    let high: UInt64
    let low: UInt64
    let id: UInt64
    let flags: UInt8

    /// Versions above 00 may have more after a hyphen, which is ignored. Source: §4.3.
    init?(_ bytes: UnsafeRawBufferPointer) {
      guard bytes.count >= TraceContext.bytesMin,
        let version = Self.number(bytes.slice(0, 2)), version != 0xFF,
        version == 0 ? bytes.count == bytesMin : Self.mayEnd(bytes),
        bytes[2] == Octet.hyphen, bytes[35] == Octet.hyphen, bytes[52] == Octet.hyphen,
        let high = Self.number(bytes.slice(3, 19)), let low = Self.number(bytes.slice(19, 35)),
        let id = Self.number(bytes.slice(36, 52)), let flags = Self.number(bytes.slice(53, 55)),
        high | low != 0, id != 0
      else { return nil }
      (self.high, self.low, self.id) = (high, low, id)
      self.flags = UInt8(truncatingIfNeeded: flags)
    }

    private static func mayEnd(_ bytes: UnsafeRawBufferPointer) -> Bool {
      bytes.count == bytesMin || bytes[bytesMin] == Octet.hyphen
    }

    /// At most sixteen digits, and only those in lower case.
    private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
      var number: UInt64 = 0
      for byte in bytes {
        guard let digit = Octet.hexValue(byte), Octet.lowercased(byte) == byte else {
          return nil
        }
        number = number << 4 | UInt64(digit)
      }
      return number
    }
  }
}
