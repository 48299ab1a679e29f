import ConformanceCorpus
import HTTP

// A head: whole = cut where the first byte says = byte by byte, and no more consumed than given.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzHead(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  guard let first = input.first else { return 0 }
  let bytes = UnsafeRawBufferPointer(rebasing: input.dropFirst())
  let whole = parse(bytes, [bytes.count])
  let cut = bytes.isEmpty ? 0 : Int(first) % (bytes.count + 1)
  precondition(parse(bytes, [cut, bytes.count]) == whole, "a cut changes the outcome")
  if bytes.count <= 512 {
    precondition(parse(bytes, Array(0...bytes.count)) == whole, "dripping changes the outcome")
  }
  return 0
}

/// What a parser makes of bytes that have come so far, step by step.
private func parse(_ bytes: UnsafeRawBufferPointer, _ lengths: [Int]) -> String {
  var parser = RequestParser(limits: .small)
  for length in lengths {
    do throws(ParseError) {
      let part = UnsafeRawBufferPointer(rebasing: bytes[..<length])
      guard case .complete(let head, let framing, let consumed) = try parser.parse(part) else {
        continue
      }
      precondition(consumed <= length, "more consumed than given")
      precondition(consumed <= Limits.small.headBytes, "a head is longer than it may be")
      return "\(describe(head)) \(framing) \(consumed)"
    } catch {
      precondition((400...599).contains(error.status.code))
      return "\(error)"
    }
  }
  return "more"
}

/// Touches everything that a handler may ask a head for.
private func describe(_ head: RequestHead) -> String {
  var text = "\(head.method) \(head.target.path) \(head.target.rawQuery ?? "-") \(head.version)"
  text += " \(head.authority ?? "-") \(head.keepsAlive) \(head.isLast) \(head.expectsContinue)"
  precondition(!(head.keepsAlive && head.isLast), "behind a last request nothing is kept")
  text += " \((try? head.target.decodedSegments()) ?? []) \((try? head.target.queryItems()) ?? [])"
  for index in 0..<head.fields.count {
    let (name, value) = head.fields[index]
    precondition(head.fields.contains(name), "a field that is there is found")
    text += " \(name): \(value)"
  }
  return text
}
