import ConformanceCorpus
import HTTP

/// One part as it came out of the parser.
struct ReadPart: Equatable {
  let head: MultipartPart
  var data: [UInt8] = []
  var isComplete = false
}

/// What a parser makes of a body, in a form that can be compared.
struct FormOutcome: Equatable {
  var parts: [ReadPart] = []
  /// Whether the last delimiter was read.
  var hasEnded = false
  var refusal: MultipartError?
}

/// The ways in which a body can arrive.
enum FormFeeding {
  /// Up to each of the given lengths in turn, and then the end of the body.
  ///
  /// Also tells how many bytes were handed over before the refusal.
  static func split(
    _ bytes: [UInt8], at lengths: [Int], boundary: String = "b",
    _ limits: MultipartLimits = MultipartLimits()
  ) -> (outcome: FormOutcome, fed: Int) {
    guard let boundary = MultipartBoundary(boundary) else { preconditionFailure("no boundary") }
    var parser = MultipartParser(boundary, limits: limits)
    var outcome = FormOutcome()
    let memory = ProtectedMemory(capacity: bytes.count)
    var fed = 0
    do throws(MultipartError) {
      for length in lengths {
        let start = fed
        fed = length
        try feed(&parser, bytes[start..<length], memory, &outcome)
      }
      try parser.finish()
    } catch {
      outcome.refusal = error
    }
    return (outcome, fed)
  }

  static func whole(
    _ bytes: [UInt8], boundary: String = "b", _ limits: MultipartLimits = MultipartLimits()
  ) -> FormOutcome {
    split(bytes, at: [bytes.count], boundary: boundary, limits).outcome
  }

  static func byteByByte(
    _ bytes: [UInt8], boundary: String = "b", _ limits: MultipartLimits = MultipartLimits()
  ) -> (outcome: FormOutcome, fed: Int) {
    split(bytes, at: bytes.indices.map { $0 + 1 }, boundary: boundary, limits)
  }

  private static func feed(
    _ parser: inout MultipartParser, _ bytes: ArraySlice<UInt8>, _ memory: ProtectedMemory,
    _ outcome: inout FormOutcome
  ) throws(MultipartError) {
    var rest = bytes
    while !rest.isEmpty {
      var data: [UInt8] = []
      defer { if !data.isEmpty { outcome.parts[outcome.parts.count - 1].data += data } }
      let progress = try parser.parse(memory.hold(rest), into: &data)
      rest = rest.dropFirst(progress.consumed)
      switch progress.event {
      case .needMore: break
      case .began(let head): outcome.parts.append(ReadPart(head: head))
      case .partEnded: outcome.parts[outcome.parts.count - 1].isComplete = true
      case .ended: outcome.hasEnded = true
      }
    }
  }
}
