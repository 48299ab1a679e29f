import ConformanceCorpus
import HTTP

// A chunked body: whole = cut = octet by octet = with little room, and never more data than octets.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzChunked(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  guard let first = input.first else { return 0 }
  let octets = UnsafeRawBufferPointer(rebasing: input.dropFirst())
  let whole = decode(octets, step: octets.count, room: .max)
  precondition(decode(octets, step: 1 + Int(first), room: .max) == whole, "a cut changes it")
  precondition(decode(octets, step: 1, room: .max) == whole, "dripping changes it")
  precondition(decode(octets, step: octets.count, room: 1 + Int(first & 7)) == whole, "room does")
  return 0
}

private func decode(_ octets: UnsafeRawBufferPointer, step: Int, room: Int) -> String {
  let limits = Limits.small
  var decoder = ChunkedDecoder(limits: limits)
  var data: [UInt8] = []
  var at = 0
  while at < octets.count {
    do throws(ParseError) {
      let end = min(octets.count, at + max(1, step))
      let part = UnsafeRawBufferPointer(rebasing: octets[at..<end])
      let before = data.count
      let (consumed, isFinished) = try decoder.decode(part, into: &data, atMost: room)
      precondition(consumed <= part.count && data.count - before <= room, "more than given")
      precondition(data.count <= min(octets.count, limits.bodyOctets), "more data than octets")
      at += consumed
      if isFinished { return "finished at \(at): \(data)" }
    } catch {
      return "\(error)"
    }
  }
  return "more: \(data)"
}
