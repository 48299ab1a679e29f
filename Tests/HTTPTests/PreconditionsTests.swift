import HTTP
import Testing

/// RFC 9110 §13: each condition, and the order of all.
@Suite struct PreconditionsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let method: HTTP.Method
    let fields: [(String, String)]
    let outcome: Preconditions.Outcome
    var testDescription: String { name }

    init(
      _ name: String, _ method: HTTP.Method, _ fields: [(String, String)],
      _ outcome: Preconditions.Outcome
    ) {
      (self.name, self.method, self.fields, self.outcome) = (name, method, fields, outcome)
    }
  }

  static let old = "Sun, 06 Nov 1994 08:49:36 GMT"
  static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
  static let newer = "Sunday, 06-Nov-94 08:49:38 GMT"
  static let proceed = Preconditions.Outcome.proceed(honoursRange: false)
  static let partial = Preconditions.Outcome.proceed(honoursRange: true)
  /// What the resource of most cases has.
  static let validators = Validators(
    entityTag: EntityTag("v1"), lastModified: 784_111_777, isDateStrong: true)

  static let tags: [Case] = [
    // §13.1.1: strong comparison.
    Case("its own tag matches", .put, [("If-Match", "\"v1\"")], proceed),
    Case("any tag matches", .put, [("If-Match", "*")], proceed),
    Case("another tag does not match", .put, [("If-Match", "\"v2\"")], .preconditionFailed),
    Case("a weak tag never matches", .put, [("If-Match", "W/\"v1\"")], .preconditionFailed),
    Case("a read has the condition too", .get, [("If-Match", "\"v2\"")], .preconditionFailed),
    Case("one of a list", .put, [("If-Match", "\"a\" , ,\"b,c\",\"v1\"")], proceed),
    Case("one of two lines", .put, [("If-Match", "\"a\""), ("If-Match", "\"v1\"")], proceed),
    Case(
      "a comma inside quotes divides nothing", .put, [("If-Match", "\"a,\"")], .preconditionFailed),
    Case("no quotes, no tag", .put, [("If-Match", "v1")], .preconditionFailed),
    Case("a star in a list", .put, [("If-Match", "*, \"v1\"")], .preconditionFailed),
    Case(
      "a star on each of two lines", .put, [("If-Match", "*"), ("If-Match", "*")],
      .preconditionFailed),
    Case("garbage behind a tag", .put, [("If-Match", "\"v1\"x")], .preconditionFailed),
    Case("no end of quotes", .put, [("If-Match", "\"v1")], .preconditionFailed),
    Case("a small w", .put, [("If-Match", "w/\"v1\"")], .preconditionFailed),
    Case("an empty list", .put, [("If-Match", " , ")], .preconditionFailed),
    // §13.1.2: weak comparison.
    Case("the client has it", .get, [("If-None-Match", "\"v1\"")], .notModified),
    Case("the client has the like of it", .head, [("If-None-Match", "W/\"v1\"")], .notModified),
    Case("the client has anything", .get, [("If-None-Match", "*")], .notModified),
    Case("a change must find nothing", .put, [("If-None-Match", "*")], .preconditionFailed),
    Case(
      "a change must not find this", .post, [("If-None-Match", "W/\"v1\"")], .preconditionFailed),
    Case("the client has another", .get, [("If-None-Match", "\"v2\", \"v3\"")], proceed),
    Case(
      "the second line counts", .get, [("If-None-Match", "\"v2\""), ("If-None-Match", "\"v1\"")],
      .notModified),
    Case("malformed: a read is answered", .get, [("If-None-Match", "\"v1\", v2")], proceed),
    Case("malformed: a change is not made", .put, [("If-None-Match", "*x")], .preconditionFailed),
  ]

  static let dates: [Case] = [
    // §13.1.3.
    Case("not modified since", .get, [("If-Modified-Since", same)], .notModified),
    Case("not modified since later", .get, [("If-Modified-Since", newer)], .notModified),
    Case("modified since", .get, [("If-Modified-Since", old)], proceed),
    Case("only reads ask it", .post, [("If-Modified-Since", same)], proceed),
    Case("no date, no condition", .get, [("If-Modified-Since", "not-a-date")], proceed),
    Case(
      "two dates, no condition", .get, [("If-Modified-Since", same), ("If-Modified-Since", same)],
      proceed
    ),
    // §13.1.4.
    Case("unmodified since", .put, [("If-Unmodified-Since", same)], proceed),
    Case("modified since then", .put, [("If-Unmodified-Since", old)], .preconditionFailed),
    Case("a read has it too", .get, [("If-Unmodified-Since", old)], .preconditionFailed),
    Case("no date, nothing to fail", .put, [("If-Unmodified-Since", "yesterday")], proceed),
  ]

  static let order: [Case] = [
    // §13.2.2.
    Case("1 before 2", .put, [("If-Match", "\"v1\""), ("If-Unmodified-Since", old)], proceed),
    Case(
      "1 before 3", .get, [("If-Match", "\"v2\""), ("If-None-Match", "\"v1\"")], .preconditionFailed
    ),
    Case(
      "1 and then 3", .get, [("If-Match", "\"v1\""), ("If-None-Match", "\"v1\"")], .notModified),
    Case(
      "2 before 3", .get, [("If-Unmodified-Since", old), ("If-None-Match", "\"v1\"")],
      .preconditionFailed
    ),
    Case("3 without 4", .get, [("If-None-Match", "\"v2\""), ("If-Modified-Since", same)], proceed),
    Case(
      "3 malformed, still without 4", .get, [("If-None-Match", "v2"), ("If-Modified-Since", same)],
      proceed),
    Case("3 before 5", .get, [("If-None-Match", "\"v1\""), ("Range", "bytes=0-1")], .notModified),
    Case("4 before 5", .get, [("If-Modified-Since", same), ("Range", "bytes=0-1")], .notModified),
    Case(
      "1 before 5", .get, [("If-Match", "\"v2\""), ("Range", "bytes=0-1")], .preconditionFailed),
    // §13.1.5 and §14.2.
    Case("a range", .get, [("Range", "bytes=0-1")], partial),
    Case("a range of the same", .get, [("Range", "bytes=0-1"), ("If-Range", "\"v1\"")], partial),
    Case("a range of another", .get, [("Range", "bytes=0-1"), ("If-Range", "\"v2\"")], proceed),
    Case(
      "a weak tag joins nothing", .get, [("Range", "bytes=0-1"), ("If-Range", "W/\"v1\"")], proceed),
    Case(
      "a list joins nothing", .get, [("Range", "bytes=0-1"), ("If-Range", "\"v1\", \"v2\"")],
      proceed),
    Case(
      "two lines join nothing",
      .get, [("Range", "bytes=0-1"), ("If-Range", "\"v1\""), ("If-Range", "\"v1\"")], proceed),
    Case("a star is no validator", .get, [("Range", "bytes=0-1"), ("If-Range", "*")], proceed),
    Case("the very date", .get, [("Range", "bytes=0-1"), ("If-Range", same)], partial),
    Case("a later date", .get, [("Range", "bytes=0-1"), ("If-Range", newer)], proceed),
    Case("If-Range alone", .get, [("If-Range", "\"v2\"")], proceed),
    Case("HEAD has no ranges", .head, [("Range", "bytes=0-1")], proceed),
    Case("POST has no ranges", .post, [("Range", "bytes=0-1")], proceed),
    // §13.2.1.
    Case("OPTIONS has no conditions", .options, [("If-Match", "\"v2\"")], proceed),
    Case("TRACE has no conditions", .trace, [("If-None-Match", "*")], proceed),
  ]

  static func outcome(
    _ method: HTTP.Method, _ fields: [(String, String)], _ validators: Validators?
  ) throws -> Preconditions.Outcome {
    let request = try Request.with(method, fields)
    return Preconditions.evaluate(method, request.fields, validators, now: 1_772_323_200)
  }

  @Test(arguments: tags + dates + order) func evaluates(_ test: Case) throws {
    #expect(try Self.outcome(test.method, test.fields, Self.validators) == test.outcome)
  }

  @Test(
    "whoever sets no condition that counts, of them nobody asks for validators",
    arguments: [
      (.get, [("Accept", "*/*")]), (.put, []), (.options, [("If-Match", "\"v2\"")]),
    ] as [(HTTP.Method, [(String, String)])])
  func asksForNoValidators(_ method: HTTP.Method, _ fields: [(String, String)]) throws {
    func validators() -> Validators? {
      Issue.record("validators were asked for")
      return nil
    }
    let request = try Request.with(method, fields)
    #expect(Preconditions.evaluate(method, request.fields, validators(), now: 0) == Self.proceed)
  }

  @Test("a resource without validators, and none at all")
  func withoutValidators() throws {
    let bare = Validators()
    #expect(try Self.outcome(.put, [("If-Match", "*")], bare) == Self.proceed)
    #expect(try Self.outcome(.put, [("If-Match", "*")], nil) == .preconditionFailed)
    #expect(try Self.outcome(.put, [("If-Match", "\"v1\"")], bare) == .preconditionFailed)
    #expect(try Self.outcome(.put, [("If-None-Match", "*")], bare) == .preconditionFailed)
    #expect(try Self.outcome(.put, [("If-None-Match", "*")], nil) == Self.proceed)
    #expect(try Self.outcome(.get, [("If-None-Match", "\"v1\"")], bare) == Self.proceed)
    #expect(try Self.outcome(.get, [("If-Modified-Since", Self.same)], bare) == Self.proceed)
    #expect(try Self.outcome(.put, [("If-Unmodified-Since", Self.old)], bare) == Self.proceed)
    let ranged = [("Range", "bytes=0-1"), ("If-Range", "\"v1\"")]
    #expect(try Self.outcome(.get, ranged, bare) == Self.proceed)
    #expect(try Self.outcome(.get, ranged, nil) == Self.proceed)
  }

  @Test("a weak tag of ours, and a date that is not strong")
  func weakValidators() throws {
    let weak = Validators(
      entityTag: EntityTag("v1", isWeak: true), lastModified: 784_111_777, isDateStrong: false)
    #expect(try Self.outcome(.put, [("If-Match", "W/\"v1\"")], weak) == .preconditionFailed)
    #expect(try Self.outcome(.get, [("If-None-Match", "\"v1\"")], weak) == .notModified)
    for condition in ["W/\"v1\"", "\"v1\"", Self.same] {
      let fields = [("Range", "bytes=0-1"), ("If-Range", condition)]
      #expect(try Self.outcome(.get, fields, weak) == Self.proceed)
    }
  }

  @Test func tagsOfOursAreCheckedWhenTheyAreMade() {
    #expect(EntityTag("a,b")?.description == "\"a,b\"")
    #expect(EntityTag("", isWeak: true)?.description == "W/\"\"")
    for text in ["a b", "a\"b", "a\nb", "é", "\u{7F}"] { #expect(EntityTag(text) == nil) }
  }
}

extension Request {
  /// A request with so many fields, of which several may have one name.
  static func with(_ method: HTTP.Method, _ fields: [(String, String)]) throws -> Request {
    var text = "\(method.rawValue) / HTTP/1.1\r\nHost: a\r\n"
    for (name, value) in fields { text += "\(name): \(value)\r\n" }
    var parser = RequestParser()
    let bytes = [UInt8]((text + "\r\n").utf8)
    let progress = try bytes.withUnsafeBytes { try parser.parse($0) }
    guard case .complete(let head, _, _) = progress else {
      throw UnexpectedProgress(progress: progress)
    }
    return Request(head: head)
  }
}
