import ConformanceCorpus
import HTTP

/// What a parser makes of some octets, in a form that can be compared.
enum Outcome: Equatable, CustomStringConvertible {
  case needMore
  /// A summary of the head, and how many octets it took.
  case head(String, consumed: Int)
  case refused(ParseError)

  var description: String {
    switch self {
    case .needMore: "needs more"
    case .head(let summary, let consumed): "\(summary) (\(consumed) octets)"
    case .refused(let error): "\(error)"
    }
  }
}

/// The ways in which octets can arrive.
enum Feeding {
  /// All at once.
  static func whole(_ octets: [UInt8], _ limits: Limits = Limits()) -> Outcome {
    split(octets, at: [octets.count], limits)
  }

  /// One by one, until the parser has made up its mind; also tells how many octets that took.
  static func octetByOctet(
    _ octets: [UInt8], _ limits: Limits = Limits()
  ) -> (outcome: Outcome, fed: Int) {
    var parser = RequestParser(limits: limits)
    let memory = ProtectedMemory(capacity: octets.count)
    for count in 0...octets.count {
      let outcome = feed(&parser, octets[..<count], memory)
      guard outcome == .needMore else { return (outcome, count) }
    }
    return (.needMore, octets.count)
  }

  /// Up to each of the given lengths in turn.
  static func split(_ octets: [UInt8], at lengths: [Int], _ limits: Limits = Limits()) -> Outcome {
    var parser = RequestParser(limits: limits)
    let memory = ProtectedMemory(capacity: octets.count)
    for length in lengths {
      let outcome = feed(&parser, octets[..<length], memory)
      guard outcome == .needMore else { return outcome }
    }
    return .needMore
  }

  /// Each call sees the octets at another address, as if the buffer had moved in between.
  private static func feed(
    _ parser: inout RequestParser, _ octets: ArraySlice<UInt8>, _ memory: ProtectedMemory
  ) -> Outcome {
    do throws(ParseError) {
      return summary(try parser.parse(memory.hold(octets)))
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
      case .fixed(let octets): " fixed \(octets)"
      case .chunked: " chunked"
      }
    let line = "\(head.method.rawValue) \(head.target.path)\(query) \(head.version)"
    return .head("\(line) \(head.fields.count)\(flags)\(body)", consumed: consumed)
  }
}
