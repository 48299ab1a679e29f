#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A collector's answer to a batch.
enum CollectorAnswer: Equatable {
  /// Accepted, except for this many spans.
  case taken(rejected: Int)
  /// Rejected for good.
  case refused(String)
  /// Try again later; `seconds` is the wait that it asks for, if any.
  case later(String, seconds: Int?)

  /// Reads a whole answer.
  ///
  /// Source: OTLP 1.5, "OTLP/HTTP Response": 429, 502, 503 and 504 are worth another try.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let head = text.prefix(upTo: text.firstRange(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
      self = .later("no answer that is HTTP", seconds: nil)
      return
    }
    switch status {
    case 200..<300:
      self = .taken(rejected: Self.rejected(text.dropFirst(head.count)))
    case 429, 502, 503, 504:
      self = .later("status \(status)", seconds: Self.retryAfter(lines.dropFirst()))
    default: self = .refused("status \(status)")
    }
  }

  /// Whether an answer that states its length is complete: a collector may keep the connection open
  /// anyway.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let fields = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let length = fields.dropFirst().lazy.compactMap { field -> Int? in
      let parts = field.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
      return Int(parts[1].withoutBlanks)
    }.first
    guard let length else { return false }
    return bytes.count - end.upperBound >= length
  }

  private static func retryAfter(_ fields: ArraySlice<Substring>) -> Int? {
    for field in fields {
      let parts = field.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "retry-after" else { continue }
      return Int(parts[1].withoutBlanks).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
  }

  /// A success may be partial. A chunked answer is not searched for that.
  private static func rejected(_ body: Substring) -> Int {
    struct Success: Decodable {
      struct Partial: Decodable {
        let rejectedSpans: Number?
      }
      let partialSuccess: Partial?
    }
    /// A 64-bit number: a string by the JSON mapping, but some collectors write a number.
    struct Number: Decodable {
      let value: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
          value = Int(text) ?? 0
        } else {
          value = try container.decode(Int.self)
        }
      }
    }
    let success = try? JSONDecoder().decode(Success.self, from: Data(body.utf8))
    return max(0, success?.partialSuccess?.rejectedSpans?.value ?? 0)
  }
}

extension Substring {
  /// Without the blanks around the value of a field.
  fileprivate var withoutBlanks: Substring {
    var rest = drop { $0 == " " || $0 == "\t" }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return rest
  }
}
