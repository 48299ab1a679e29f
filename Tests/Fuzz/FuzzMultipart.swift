import ConformanceCorpus
import HTTP

// A form: the first line is the Content-Type, the second byte says where to cut. Whole = cut =
// byte by byte, no more data than bytes, and nothing but a `MultipartError`.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeRawBufferPointer(start: start, count: count)
  guard let first = input.first, let boundary = boundary(input) else { return 0 }
  let end = input.firstIndex(of: 0x0A) ?? input.endIndex
  let bytes = UnsafeRawBufferPointer(rebasing: input[end...].dropFirst())
  let whole = read(bytes, boundary, step: bytes.count)
  precondition(read(bytes, boundary, step: 1 + Int(first)) == whole, "a cut changes it")
  precondition(read(bytes, boundary, step: 1) == whole, "dripping changes it")
  return 0
}

/// What the first line says, or the boundary of the seeds when it says nothing useful.
private func boundary(_ input: UnsafeRawBufferPointer) -> MultipartBoundary? {
  let line = input.dropFirst().prefix { $0 != 0x0A }
  let type = String(decoding: line, as: UTF8.self)
  return (try? MultipartBoundary(contentType: type)) ?? MultipartBoundary("b")
}

private func read(
  _ bytes: UnsafeRawBufferPointer, _ boundary: MultipartBoundary, step: Int
) -> String {
  var parser = MultipartParser(boundary, limits: .small)
  var data: [UInt8] = []
  var events = ""
  var at = 0
  do throws(MultipartError) {
    while at < bytes.count {
      let end = min(bytes.count, at + max(1, step))
      let part = UnsafeRawBufferPointer(rebasing: bytes[at..<end])
      let progress = try parser.parse(part, into: &data)
      precondition(progress.consumed <= part.count, "more consumed than given")
      precondition(progress.consumed > 0 || progress.event != .needMore, "no progress")
      precondition(data.count <= bytes.count, "more data than bytes")
      precondition(at + progress.consumed <= MultipartLimits.small.bodyBytes, "more than allowed")
      at += progress.consumed
      if progress.event != .needMore { events += "\(progress.event) at \(data.count); " }
    }
    try parser.finish()
    return events + "\(data)"
  } catch {
    return events + "\(error)"
  }
}
