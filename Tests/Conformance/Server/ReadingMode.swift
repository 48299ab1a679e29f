import ConformanceCorpus

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `conformance-server read`: for a comparison with other parsers, it reads messages of bytes, each
/// behind its length in four bytes, and prints what the engine finds in each: how it ends, and
/// `METHOD:body in hexadecimal` for every request.
enum ReadingMode {
  static func run() {
    while let length = readBytes(4),
      let bytes = readBytes(length.reduce(0) { $0 << 8 | Int($1) })
    {
      print(line(bytes))
    }
  }

  private static func line(_ bytes: [UInt8]) -> String {
    let model = ConnectionModel.run(bytes)
    var words = [model.isOver ? "over" : "waits"]
    for event in model.events {
      switch event {
      case .refused: words[0] = "refused"
      case .request(let summary, let body, _, _):
        let method = summary.prefix { $0 != " " }
        let digits = body.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        words.append("\(method):\(digits.joined())")
      }
    }
    return words.joined(separator: " ")
  }

  private static func readBytes(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let byte = getchar()
      guard byte >= 0 else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return bytes
  }
}
