import ConformanceCorpus
import HTTP

/// What a parser makes of some bytes, in a form that can be compared.
enum Outcome: Equatable, CustomStringConvertible {
  case needMore
  /// A summary of the head, and how many bytes it took.
  case head(String, consumed: Int)
  case refused(ParseError)

  var description: String {
    switch self {
    case .needMore: "needs more"
    case .head(let summary, let consumed): "\(summary) (\(consumed) bytes)"
    case .refused(let error): "\(error)"
    }
  }
}

/// The ways in which bytes can arrive.
enum Feeding {
  /// All at once.
  static func whole(_ bytes: [UInt8], _ limits: Limits = Limits()) -> Outcome {
    split(bytes, at: [bytes.count], limits)
  }

  /// One by one, until the parser has made up its mind; also tells how many bytes that took.
  static func byteByByte(
    _ bytes: [UInt8], _ limits: Limits = Limits()
  ) -> (outcome: Outcome, fed: Int) {
    var parser = RequestParser(limits: limits)
    let memory = ProtectedMemory(capacity: bytes.count)
    for count in 0...bytes.count {
      let outcome = feed(&parser, bytes[..<count], memory)
      guard outcome == .needMore else { return (outcome, count) }
    }
    return (.needMore, bytes.count)
  }

  /// Up to each of the given lengths in turn.
  static func split(_ bytes: [UInt8], at lengths: [Int], _ limits: Limits = Limits()) -> Outcome {
    var parser = RequestParser(limits: limits)
    let memory = ProtectedMemory(capacity: bytes.count)
    for length in lengths {
      let outcome = feed(&parser, bytes[..<length], memory)
      guard outcome == .needMore else { return outcome }
    }
    return .needMore
  }

  /// Each call sees the bytes at another address, as if the buffer had moved in between.
  private static func feed(
    _ parser: inout RequestParser, _ bytes: ArraySlice<UInt8>, _ memory: ProtectedMemory
  ) -> Outcome {
    do throws(ParseError) {
      return summary(try parser.parse(memory.hold(bytes)))
    } catch {
      return .refused(error)
    }
  }

  private static func summary(_ progress: ParseProgress) -> Outcome {
    guard case .complete(let head, let framing, let consumed) = progress else { return .needMore }
    let query = head.target.rawQuery.map { "?\($0)" } ?? ""
    let fate = head.keepsAlive ? " keeps" : head.isLast ? " closes" : " is closed"
    let flags = fate + (head.expectsContinue ? " expects" : "")
    let body =
      switch framing {
      case .none: ""
      case .fixed(let bytes): " fixed \(bytes)"
      case .chunked: " chunked"
      }
    let line = "\(head.method.rawValue) \(head.target.path)\(query) \(head.version)"
    return .head("\(line) \(head.fields.count)\(flags)\(body)", consumed: consumed)
  }
}
