import ConformanceCorpus
import HTTP

// The model of a connection, without sockets: requests, bodies and refusals one after another. The
// server's own `Connection` is not in it.
nonisolated(unsafe) private let memory = ProtectedMemory(capacity: 1 << 16)

@_cdecl("LLVMFuzzerTestOneInput")
func fuzzConnection(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeRawBufferPointer(start: start, count: count))
  guard let first = input.first, count < 1 << 16 else { return 0 }
  let bytes = Array(input.dropFirst())
  let ends = first & 1 == 1
  let whole = ConnectionModel.run(bytes, ends: ends, limits: .small, memory: memory)
  let step = 1 + Int(first >> 1)
  let cuts = Array(stride(from: step, to: max(step, bytes.count), by: step))
  let cut = ConnectionModel.run(
    bytes, cuts: cuts, ends: ends, limits: .small, memory: memory)
  precondition(cut.events == whole.events, "a cut changes the outcome")
  precondition(
    cut.heldMax <= Limits.small.headBytes + step, "more is held back than a head may be")
  for event in whole.events.dropLast() {
    guard case .request(_, _, let keepsAlive, _) = event, keepsAlive else {
      preconditionFailure("something follows a refusal or a close")
    }
  }
  return 0
}
