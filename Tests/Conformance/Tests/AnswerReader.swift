/// Reads answers as strictly as we read requests, and says what is wrong with them.
struct AnswerReader {
  struct Answer {
    var status = 0
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []

    func values(_ name: String) -> [String] {
      fields.filter { $0.name.lowercased() == name }.map(\.value)
    }

    var announcesClose: Bool { values("connection").contains("close") }
  }

  private let wire: any Wire
  private var pending: [UInt8] = []
  private(set) var last = Received.bytes([])

  init(_ wire: any Wire) { self.wire = wire }

  private mutating func more() throws(Failure) {
    last = wire.receive()
    guard case .bytes(let bytes) = last else { throw Failure("no answer, but \(last)") }
    pending += bytes
  }

  /// The next answer, interim ones too.
  mutating func next(isToHead: Bool) throws(Failure) -> Answer {
    var answer = Answer()
    try readStatusLine(&answer)
    while true {
      let line = try readLine()
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
        throw Failure("a field line without a name: \(line)")
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      answer.fields.append((String(line[..<colon]), String(value)))
    }
    try readBody(&answer, isToHead: isToHead)
    return answer
  }

  /// All that still comes before the end.
  mutating func rest() throws(Failure) -> [UInt8] {
    while true {
      last = wire.receive()
      guard case .bytes(let bytes) = last else { break }
      pending += bytes
    }
    guard last == .end else { throw Failure("not closed, but \(last)") }
    return pending
  }

  /// Nothing but the end may follow, or a reset where that will do.
  mutating func expectEnd(orReset mayBeReset: Bool = false) throws(Failure) {
    guard pending.isEmpty else { throw Failure("more bytes: \(text(pending))") }
    last = wire.receive()
    guard last == .end || (mayBeReset && last == .broken) else {
      throw Failure("not closed, but \(last)")
    }
  }

  private mutating func readStatusLine(_ answer: inout Answer) throws(Failure) {
    let line = try readLine()
    let digits = line.dropFirst(9).prefix(3)
    guard line.hasPrefix("HTTP/1.1 "), let status = Int(digits), digits.count == 3,
      (100...599).contains(status), line.dropFirst(12).first == " "
    else { throw Failure("no status line: \(line)") }
    answer.status = status
  }

  /// Exactly one of Content-Length and chunked, neither where there is no content; always a Date.
  private mutating func readBody(_ answer: inout Answer, isToHead: Bool) throws(Failure) {
    let lengths = answer.values("content-length")
    let codings = answer.values("transfer-encoding")
    if answer.status < 200 || answer.status == 204 || answer.status == 304 {
      guard codings.isEmpty, lengths.isEmpty else { throw Failure("framing without content") }
    } else {
      guard lengths.count + codings.count == 1 else { throw Failure("not framed once") }
    }
    guard answer.status < 200 || answer.values("date").count == 1 else {
      throw Failure("not exactly one Date")
    }
    guard !isToHead else { return }
    if let length = lengths.first {
      guard let count = Int(length), count >= 0 else { throw Failure("length \(length)") }
      answer.body = try take(count)
    } else if codings == ["chunked"] {
      try readChunks(&answer)
    }
  }

  private mutating func readChunks(_ answer: inout Answer) throws(Failure) {
    while true {
      let line = try readLine()
      guard let size = Int(line, radix: 16) else { throw Failure("chunk size \(line)") }
      answer.body += try take(size)
      guard try readLine().isEmpty else { throw Failure("a chunk without an end") }
      if size == 0 { return }
    }
  }

  private mutating func take(_ count: Int) throws(Failure) -> [UInt8] {
    while pending.count < count { try more() }
    let bytes = Array(pending.prefix(count))
    pending.removeFirst(count)
    return bytes
  }

  /// A line without its CRLF; all of it is ASCII without controls.
  private mutating func readLine() throws(Failure) -> String {
    var end = 0
    while true {
      while end < pending.count, pending[end] != 0x0A { end += 1 }
      if end < pending.count { break }
      try more()
    }
    let line = try take(end + 1).dropLast()
    guard line.last == 0x0D, line.dropLast().allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw Failure("not a line: \(text(Array(line)))")
    }
    return text(Array(line.dropLast()))
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Why a case does not pass.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
