import HTTP
import Testing

@Suite struct MultipartReaderTests {
  /// Hands over pieces one by one, and counts how many were asked for.
  final class Pieces: BodySource, @unchecked Sendable {
    // Unchecked: a body has one reader, which awaits each piece before it asks for the next.
    private var rest: ArraySlice<[UInt8]>
    private let failure: BodyError?
    private(set) var asked = 0
    private(set) var kept = 0
    var room = Int.max

    init(_ bytes: [UInt8], by length: Int, then failure: BodyError? = nil) {
      let pieces = stride(from: 0, to: bytes.count, by: max(1, length)).map { start in
        Array(bytes[start..<min(start + length, bytes.count)])
      }
      rest = pieces[...]
      self.failure = failure
    }

    func next() async throws(BodyError) -> [UInt8]? {
      asked += 1
      if let piece = rest.popFirst() { return piece }
      if let failure { throw failure }
      return nil
    }

    func keep(_ bytes: Int) throws(BodyError) {
      guard kept + bytes <= room else { throw .overloaded }
      kept += bytes
    }
  }

  private static func reader(
    _ source: Pieces, boundary: String = "b", length: Int? = nil,
    _ limits: MultipartLimits = MultipartLimits()
  ) throws -> MultipartReader {
    let type = "multipart/form-data; boundary=\"\(boundary)\""
    let head = try Request(.post, "/", fields: ["Content-Type": type]).head
    let request = Request(head: head, body: RequestBody(length: length, source: source))
    return try MultipartReader(request, limits: limits)
  }

  private static let two = """
    --b\r\nContent-Disposition: form-data; name=a\r\n\r\n0123456789\r\n\
    --b\r\nContent-Disposition: form-data; name=c\r\n\r\nxyz\r\n--b--\r\n
    """

  @Test("reads a form however it is handed over", arguments: AcceptedForm.all)
  func reads(_ form: AcceptedForm) async throws {
    for length in [1, 2, 7, 64, form.bytes.count] {
      let source = Pieces(form.bytes, by: length)
      let reader = try Self.reader(source, boundary: form.boundary)
      var parts: [String] = []
      while let part = try await reader.nextPart() {
        let data = try await part.collect(upTo: 1_000)
        parts.append(ReadPart(head: part.head, data: data).summary)
      }
      #expect(parts == form.parts)
      let end = try await reader.nextPart()
      #expect(end == nil)
    }
  }

  @Test("a refusal is thrown once it is reached, and for ever after", arguments: RefusedForm.all)
  func refuses(_ form: RefusedForm) async throws {
    let reader = try Self.reader(Pieces(form.bytes, by: 3))
    for _ in 0..<2 {
      await #expect(throws: MultipartReadError.form(form.error)) {
        while let part = try await reader.nextPart() { while try await part.next() != nil {} }
      }
    }
  }

  @Test func partsThatNobodyReadsAreSkipped() async throws {
    let reader = try Self.reader(Pieces([UInt8](Self.two.utf8), by: 5))
    let started = try await reader.nextPart()
    let first = try #require(started)
    #expect(try await first.next() == [UInt8]("012".utf8))
    let next = try await reader.nextPart()
    let second = try #require(next)
    #expect(second.head.name == "c")
    // The first one is over, and does not take what belongs to the second.
    #expect(try await first.next() == nil)
    #expect(try await second.collect(upTo: 3) == [UInt8]("xyz".utf8))
    #expect(try await second.next() == nil)
    let end = try await reader.nextPart()
    #expect(end == nil)
  }

  @Test func nothingIsFetchedBeforeItIsAskedFor() async throws {
    let source = Pieces([UInt8](Self.two.utf8), by: 1)
    let reader = try Self.reader(source)
    #expect(source.asked == 0)
    let started = try await reader.nextPart()
    let part = try #require(started)
    #expect(source.asked == part.head.dataOffset)
    #expect(try await part.next() == [UInt8]("0".utf8))
    #expect(source.asked == part.head.dataOffset + 1)
  }

  @Test func collectingStopsAtItsLimit() async throws {
    let reader = try Self.reader(Pieces([UInt8](Self.two.utf8), by: 100))
    let started = try await reader.nextPart()
    let part = try #require(started)
    let error = MultipartError(
      .partTooLarge(limit: 9), part: 1, name: "a", offset: part.head.dataOffset + 9)
    await #expect(throws: MultipartReadError.form(error)) { try await part.collect(upTo: 9) }
  }

  /// The server counts what is kept for all its clients, and can refuse only what it is told.
  @Test func whatIsKeptIsToldToTheServer() async throws {
    let source = Pieces([UInt8](Self.two.utf8), by: 30)
    let reader = try Self.reader(source)
    var count = 0
    while let part = try await reader.nextPart() { count += try await part.collect(upTo: 10).count }
    #expect(count > 10)
    #expect(source.kept == count)
    let skipped = Pieces([UInt8](Self.two.utf8), by: 30)
    let skipping = try Self.reader(skipped)
    while let part = try await skipping.nextPart() { while try await part.next() != nil {} }
    #expect(skipped.kept == 0)
  }

  @Test func whatTheServerHasNoRoomForIsNotKept() async throws {
    let source = Pieces([UInt8](Self.two.utf8), by: 30)
    source.room = 9
    let reader = try Self.reader(source)
    let part = try #require(try await reader.nextPart())
    await #expect(throws: MultipartReadError.body(.overloaded)) { try await part.collect(upTo: 10) }
    await #expect(throws: MultipartReadError.body(.overloaded)) { _ = try await reader.nextPart() }
  }

  @Test func aBodyThatBreaksIsTold() async throws {
    let bytes = [UInt8](Self.two.utf8.dropLast(12))
    let reader = try Self.reader(Pieces(bytes, by: 10, then: .tooSlow))
    _ = try await reader.nextPart()
    _ = try await reader.nextPart()
    for _ in 0..<2 {
      await #expect(throws: MultipartReadError.body(.tooSlow)) { _ = try await reader.nextPart() }
    }
  }

  @Test func anAnnouncedFloodIsRefusedUnread() throws {
    var limits = MultipartLimits()
    limits.bodyBytes = 99
    let source = Pieces([], by: 1)
    #expect(throws: MultipartError(.bodyTooLarge(limit: 99))) {
      try Self.reader(source, length: 100, limits)
    }
    _ = try Self.reader(source, length: 99, limits)
    #expect(source.asked == 0)
  }
}
