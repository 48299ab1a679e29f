import HTTP
import Testing

@Suite struct RequestTests {
  @Test func findsFieldsInAnyCase() throws {
    let request = try Request(
      .get, "/", fields: ["Accept": "a", "X-Long": "  b c ", "ACCEPT": "d"])
    #expect(request.fields.count == 4)
    #expect(request.fields["accept"] == "a")
    #expect(request.fields["x-LONG"] == "b c")
    #expect(request.fields.values(of: "Accept") == ["a", "d"])
    #expect(request.fields.values(of: "Missing").isEmpty)
    #expect(request.fields["Missing"] == nil)
    #expect(!request.fields.contains(""))
    #expect(request.fields[0] == ("Host", "localhost"))
  }

  @Test func readsBytesThatAreNotUTF8AsLatin1() throws {
    let bytes =
      [UInt8]("GET / HTTP/1.1\r\nHost: a\r\nA: caf".utf8) + [0xE9]
      + [UInt8]("\r\nB: 새\r\n\r\n".utf8)
    var parser = RequestParser()
    let progress = try bytes.withUnsafeBytes { try parser.parse($0) }
    guard case .complete(let head, _, _) = progress else {
      throw UnexpectedProgress(progress: progress)
    }
    #expect(head.fields["A"] == "café")
    #expect(head.fields["B"] == "새")
  }

  @Test func prefersTheAuthorityOfTheTarget() throws {
    #expect(try Request(.get, "http://other:81/x").head.authority == "other:81")
    #expect(try Request(.get, "/x", fields: ["Host": "shop"]).head.authority == "shop")
  }

  @Test func carriesABody() async throws {
    let request = try Request(.post, "/", body: [1, 2, 3], id: "7")
    #expect(request.id == "7")
    #expect(request.body.length == 3)
    #expect(request.fields["Content-Length"] == "3")
    #expect(try await request.body.collect(upTo: 3) == [1, 2, 3])
    #expect(try await request.body.next() == nil)
    let empty = try Request(.post, "/")
    #expect(empty.body.length == 0)
    #expect(try await empty.body.collect(upTo: 0).isEmpty)
  }

  @Test func refusesBodiesBeyondTheLimitOfTheRoute() async throws {
    let announced = try Request(.post, "/", body: [1, 2, 3])
    await #expect(throws: BodyError.tooLarge(limit: 2)) {
      try await announced.body.collect(upTo: 2)
    }
    let chunked = try Request(
      .post, "/", fields: ["Transfer-Encoding": "chunked"], body: [1, 2, 3])
    #expect(chunked.body.length == nil)
    await #expect(throws: BodyError.tooLarge(limit: 2)) { try await chunked.body.collect(upTo: 2) }
  }

  @Test func cannotBeMadeUnlessAConnectionCouldBringIt() {
    #expect(throws: ParseError.malformedTarget(at: 4)) { try Request(.get, "x") }
    #expect(throws: ParseError.unknownMethod) { try Request(.connect, "a:1") }
    #expect(throws: ParseError.endedEarly) { try Request(.get, "/", fields: ["A": "b\r\n\r\n"]) }
  }
}
