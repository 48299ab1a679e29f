/// Reads the cases of one file.
///
///     ## Two lengths are one too many, even when they agree
///     source: RFC 9112 §6.3, stricter
///     > POST /echo HTTP/1.1
///     > Host: a
///     > Content-Length: 5
///     > Content-Length: 5
///     >
///     > hello\
///     < 400
///     closed
///
/// `>` is a line that the client sends, with CRLF behind it unless it ends with `\`. `await 100`
/// and `end` (of the client's side) are the other steps. `<` is an answer: `< 200 "body"`, `< HEAD
/// 200`, `< 405 Allow: GET`. `open` (another request is served) or `closed` ends the case. `#` is a
/// comment.
package struct CorpusReader {
  private var cases: [ConformanceCase] = []
  private var current: ConformanceCase?
  private let subject: String

  private init(subject: String) { self.subject = subject }

  package static func read(_ text: String, subject: String) throws -> [ConformanceCase] {
    var reader = CorpusReader(subject: subject)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      do throws(CorpusError) {
        try reader.readLine(line)
      } catch {
        throw CorpusError("\(subject), line \(index + 1): \(error)")
      }
    }
    guard reader.current == nil else { throw CorpusError("\(subject) ends inside a case") }
    guard !reader.cases.isEmpty else { throw CorpusError("\(subject) holds no case") }
    return reader.cases
  }

  private mutating func readLine(_ line: Substring) throws(CorpusError) {
    if line.hasPrefix("## ") { return try begin(String(line.dropFirst(3))) }
    guard !line.hasPrefix("#"), !line.isEmpty else { return }
    guard current != nil else { throw CorpusError("a line outside a case") }
    switch line {
    case "open", "closed": return try finish(staysOpen: line == "open")
    case "await 100": current?.steps.append(.awaitContinue)
    case "end": current?.steps.append(.endWriting)
    default:
      if line.hasPrefix("source: ") {
        current?.source = String(line.dropFirst(8))
      } else if line.hasPrefix(">") {
        try send(line.dropFirst())
      } else if line.hasPrefix("< ") {
        current?.answers.append(try Self.answer(line.dropFirst(2)))
      } else {
        throw CorpusError("what is \(line)?")
      }
    }
  }

  private mutating func begin(_ name: String) throws(CorpusError) {
    guard current == nil else { throw CorpusError("the last case has no end") }
    current = ConformanceCase(
      subject: subject, name: name, source: "", steps: [], answers: [], staysOpen: false)
  }

  private mutating func finish(staysOpen: Bool) throws(CorpusError) {
    guard var finished = current, !finished.source.isEmpty, !finished.steps.isEmpty else {
      throw CorpusError("a case needs a source and a step")
    }
    finished.staysOpen = staysOpen
    cases.append(finished)
    current = nil
  }

  private mutating func send(_ text: Substring) throws(CorpusError) {
    var text = text.first == " " ? text.dropFirst() : text
    let slashes = text.reversed().prefix { $0 == "\\" }.count
    let endsLine = slashes % 2 == 0
    if !endsLine { text = text.dropLast() }
    let bytes = try EscapedBytes.read(text) + (endsLine ? [0x0D, 0x0A] : [])
    if case .send(let before) = current?.steps.last {
      current?.steps.removeLast()
      current?.steps.append(.send(before + bytes))
    } else {
      current?.steps.append(.send(bytes))
    }
  }

  private static func answer(_ text: Substring) throws(CorpusError) -> ConformanceCase.Answer {
    let isToHead = text.hasPrefix("HEAD ")
    let words = isToHead ? text.dropFirst(5) : text
    guard let status = Int(words.prefix(3)) else { throw CorpusError("no status in \(text)") }
    var answer = ConformanceCase.Answer(status: status, isToHead: isToHead)
    let rest = words.dropFirst(3).drop { $0 == " " }
    if rest.hasPrefix("\""), rest.hasSuffix("\""), rest.count > 1 {
      answer.body = try EscapedBytes.read(rest.dropFirst().dropLast())
    } else if let colon = rest.firstIndex(of: ":") {
      let value = rest[rest.index(after: colon)...].drop { $0 == " " }
      answer.field = (String(rest[..<colon]), String(value))
    } else if !rest.isEmpty {
      throw CorpusError("what is \(rest)?")
    }
    return answer
  }
}
