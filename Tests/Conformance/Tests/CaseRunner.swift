import ConformanceCorpus

/// Plays one case over a wire and compares. Blocks.
struct CaseRunner {
  /// Makes a connection to the server.
  let connect: () -> any Wire
  /// Sends byte by byte: then `100 Continue` may come where a body that is there already makes it
  /// needless.
  var drips = false

  /// - Throws: the first difference.
  func run(_ test: ConformanceCase) throws(Failure) {
    let wire = connect()
    var reader = AnswerReader(wire)
    var expected = test.answers[...]
    for step in test.steps {
      switch step {
      case .send(let bytes): send(bytes, wire)
      case .endWriting: wire.endWriting()
      case .awaitContinue:
        guard let interim = expected.popFirst(), interim.status == 100 else {
          throw Failure("the case does not expect 100")
        }
        try check(try reader.next(isToHead: false), interim)
      }
    }
    var announcesClose = false
    for answer in expected {
      announcesClose = try readAnswer(answer, &reader)
    }
    if test.staysOpen {
      guard !announcesClose else { throw Failure("the answer announces a close") }
      try probe(wire, &reader)
    } else {
      guard announcesClose || test.endsWriting || test.finalAnswers.isEmpty else {
        throw Failure("closed without Connection: close")
      }
      // Who asks for the close and then goes on byte by byte may meet it: TCP resets a connection
      // that is closed in the moment in which something arrives. On everybody else the server
      // waits.
      try reader.expectEnd(orReset: drips && endsByItself(test))
    }
    let fresh = connect()
    var freshReader = AnswerReader(fresh)
    try probe(fresh, &freshReader)
  }

  /// Whether the last thing that is understood is a request behind which the client sends none.
  private func endsByItself(_ test: ConformanceCase) -> Bool {
    guard case .request(_, _, _, let isLast) = ConnectionModel.run(test.bytes).events.last else {
      return false
    }
    return isLast
  }

  private func send(_ bytes: [UInt8], _ wire: any Wire) {
    guard drips else { return wire.send(bytes) }
    for byte in bytes { wire.send([byte]) }
  }

  /// Returns whether the answer announces the end of the connection.
  private func readAnswer(
    _ wanted: ConformanceCase.Answer, _ reader: inout AnswerReader
  ) throws(Failure) -> Bool {
    var answer = try reader.next(isToHead: wanted.isToHead)
    while drips, answer.status == 100, wanted.status != 100 {
      answer = try reader.next(isToHead: wanted.isToHead)
    }
    try check(answer, wanted)
    return answer.announcesClose
  }

  private func check(
    _ answer: AnswerReader.Answer, _ wanted: ConformanceCase.Answer
  ) throws(Failure) {
    guard answer.status == wanted.status else {
      throw Failure("\(answer.status) instead of \(wanted.status)")
    }
    if let body = wanted.body, body != answer.body {
      throw Failure("the body is \(String(decoding: answer.body, as: UTF8.self))")
    }
    if let field = wanted.field, answer.values(field.name.lowercased()) != [field.value] {
      throw Failure("\(field.name) is \(answer.values(field.name.lowercased()))")
    }
  }

  /// One more request, whose answer can be nobody else's.
  private func probe(_ wire: any Wire, _ reader: inout AnswerReader) throws(Failure) {
    let name = "/show/\(UInt32.random(in: 0 ... .max))"
    wire.send(Array("GET \(name) HTTP/1.1\r\nHost: probe\r\n\r\n".utf8))
    let answer = try reader.next(isToHead: false)
    guard answer.status == 200, answer.body == Array("GET \(name) @probe".utf8) else {
      throw Failure("the next request got \(answer.status), not its own answer")
    }
  }
}
