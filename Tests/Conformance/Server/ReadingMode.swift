import ConformanceCorpus

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `conformance-server read`: for a comparison with other parsers, it reads messages of octets, each
/// behind its length in four octets, and prints what the engine finds in each: how it ends, and
/// `METHOD:body in hexadecimal` for every request.
enum ReadingMode {
  static func run() {
    while let length = readOctets(4),
      let octets = readOctets(length.reduce(0) { $0 << 8 | Int($1) })
    {
      print(line(octets))
    }
  }

  private static func line(_ octets: [UInt8]) -> String {
    let model = ConnectionModel.run(octets)
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

  private static func readOctets(_ count: Int) -> [UInt8]? {
    var octets: [UInt8] = []
    while octets.count < count {
      let octet = getchar()
      guard octet >= 0 else { return nil }
      octets.append(UInt8(truncatingIfNeeded: octet))
    }
    return octets
  }
}
