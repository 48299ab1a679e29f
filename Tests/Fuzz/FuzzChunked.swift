import ConformanceCorpus
import HTTP

// A chunked body: whole = cut = byte by byte = with little room, and never more data than bytes.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzChunked(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  guard let first = input.first else { return 0 }
  let bytes = UnsafeRawBufferPointer(rebasing: input.dropFirst())
  let whole = decode(bytes, step: bytes.count, room: .max)
  precondition(decode(bytes, step: 1 + Int(first), room: .max) == whole, "a cut changes it")
  precondition(decode(bytes, step: 1, room: .max) == whole, "dripping changes it")
  precondition(decode(bytes, step: bytes.count, room: 1 + Int(first & 7)) == whole, "room does")
  return 0
}

private func decode(_ bytes: UnsafeRawBufferPointer, step: Int, room: Int) -> String {
  let limits = Limits.small
  var decoder = ChunkedDecoder(limits: limits)
  var data: [UInt8] = []
  var at = 0
  while at < bytes.count {
    do throws(ParseError) {
      let end = min(bytes.count, at + max(1, step))
      let part = UnsafeRawBufferPointer(rebasing: bytes[at..<end])
      let before = data.count
      let (consumed, isFinished) = try decoder.decode(part, into: &data, atMost: room)
      precondition(consumed <= part.count && data.count - before <= room, "more than given")
      precondition(data.count <= min(bytes.count, limits.bodyBytes), "more data than bytes")
      at += consumed
      if isFinished { return "finished at \(at): \(data)" }
    } catch {
      return "\(error)"
    }
  }
  return "more: \(data)"
}
