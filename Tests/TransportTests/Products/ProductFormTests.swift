import Dialects
import Domain
import Fakes
import HTTP
import Synchronization
import Testing
import Transport
import UseCases
import Web

@Suite struct ProductFormTests {
  /// A form with what was made of its images.
  struct Prepared {
    let document: JSONValue
    let requestDigest: [UInt8]
    let images: [PreparedImage]
  }

  /// The form as it was read and prepared, or why it was refused.
  static func read(
    _ form: SentForm, piece: Int = .max,
    into imagePipeline: FakeImagePipeline = FakeImagePipeline(),
    format: ProductDocument.Format = .openMarket
  ) async throws -> Result<Prepared, Problem> {
    let request = try form.request(piece: piece)
    do throws(Problem) {
      return .success(
        try await taking(request, into: imagePipeline, format) { form, document, slot in
          Prepared(
            document: document,
            requestDigest: form.content(in: slot, FakeSecretDigest().digest),
            images: try await slot.decoded())
        })
    } catch {
      return .failure(error)
    }
  }

  /// Reads a form as the use case does, and hands it over with its images, of which none is
  /// decoded.
  static func taking<Value>(
    _ request: Request, into imagePipeline: some ImagePipeline,
    _ format: ProductDocument.Format = .native,
    isProven: Bool = false, admit: (JSONValue) throws(Problem) -> Void = { _ in },
    isClientGone: @escaping () async -> Bool = { false },
    _ body: (ProductForm, JSONValue, UploadSlot) async throws -> Value
  ) async throws(Problem) -> Value {
    let form = ProductForm(request, format)
    do {
      return try await imagePipeline.withUploadSlot(
        for: isProven ? .proven : .stranger, from: .sample, isClientGone: isClientGone
      ) { slot in
        try form.open(in: slot)
        let document = try await form.readParams(in: slot)
        do throws(Problem) { try admit(document) } catch { throw form.inParams(error) }
        try slot.prove()
        try await form.readRest(in: slot)
        return try await form.parts.storing {
          try await body(form, document, slot)
        }
      }
    } catch {
      await form.parts.dropRest()
      throw Problem(of: error)
    }
  }

  /// Nothing but the reading.
  static func taking(
    _ request: Request, into imagePipeline: some ImagePipeline = FakeImagePipeline(),
    admit: (JSONValue) throws(Problem) -> Void = { _ in }
  ) async throws(Problem) {
    try await taking(request, into: imagePipeline, admit: admit) { _, _, _ in }
  }

  static func refusal(
    _ form: SentForm, into imagePipeline: FakeImagePipeline = FakeImagePipeline(),
    format: ProductDocument.Format = .openMarket
  ) async throws -> Problem {
    switch try await read(form, into: imagePipeline, format: format) {
    case .success: throw Failure.bug("the form is taken")
    case .failure(let problem): return problem
    }
  }

  /// `status code /pointer code part-name part-index`.
  static func summary(_ problem: Problem) -> String {
    let errors = problem.fieldErrors.map { " \($0.pointer) \($0.flaw.code)" }.joined()
    let part = problem.part.map { " \($0.name ?? "-") \($0.index ?? 0)" } ?? ""
    return "\(problem.status.code) \(problem.code)\(errors)\(part)"
  }

  @Test("every form of the existing apps, whole and in pieces", arguments: SentForm.ofExistingApps)
  func formsOfExistingApps(form: SentForm) async throws {
    for piece in [1, 2, 7, .max] {
      let imagePipeline = FakeImagePipeline()
      let read = try await Self.read(form, piece: piece, into: imagePipeline).get()
      #expect(read.document == (try JSONParser.parse(Array(SentForm.json.utf8))))
      #expect(read.images.map(\.original.bytes) == [SentForm.first, SentForm.second])
      #expect(read.requestDigest.count == 32)
      #expect(imagePipeline.counts == .init(opened: 2, finished: 2, discarded: 0, atOnce: 2))
      #expect(imagePipeline.turns == [2], "a form waits once, whatever it brings")
    }
  }

  @Test func theSameProductHasOneDigestWhateverIsAroundIt() async throws {
    let digests = try await Self.digests(SentForm.ofExistingApps.dropLast())
    #expect(Set(digests).count == 1)
    let respelt = #" { "price" : 2e3, "name":"\ud325빙수" }"#
    let again = try await Self.digests([.plain(respelt, [SentForm.first, SentForm.second])])
    #expect(digests.contains(again[0]))
    let cheaper = SentForm.json.replacing("2000", with: "2001")
    let changed = try await Self.digests([.plain(cheaper, [SentForm.first, SentForm.second])])
    #expect(!digests.contains(changed[0]))
    let other = try await Self.digests([.plain(SentForm.json, [SentForm.second, SentForm.first])])
    #expect(!digests.contains(other[0]))
  }

  private static func digests(_ forms: some Sequence<SentForm>) async throws -> [[UInt8]] {
    var digests: [[UInt8]] = []
    for form in forms { digests.append(try await read(form).get().requestDigest) }
    return digests
  }

  @Test func aRetryThatCarriesItsImagesTwiceKeepsTheFirstOfEach() async throws {
    let images = (1...5).map { SampleImages.jpeg(width: $0, height: 8) }
    let imagePipeline = FakeImagePipeline()
    let read = try await Self.read(.plain("{}", images + images + images), into: imagePipeline)
      .get()
    #expect(read.images.map(\.original.bytes) == images)
    #expect(imagePipeline.counts == .init(opened: 15, finished: 5, discarded: 10, atOnce: 6))
  }

  @Test func aPictureThatIsSentTwiceIsToldToOurOwnApps() async throws {
    let imagePipeline = FakeImagePipeline()
    let images = [SentForm.first, SentForm.second, SentForm.first]
    let problem = try await Self.refusal(.plain("{}", images), into: imagePipeline, format: .native)
    #expect(Self.summary(problem) == "422 rejected /images repeated_image images 4")
    #expect(imagePipeline.counts.finished == 0)
  }

  @Test(
    "a part that nobody knows is named to our own apps",
    arguments: ["image", "stock", "Images", "images[]"])
  func unknownParts(_ name: String) async throws {
    let form = SentForm.parts(
      ("params", Array("{}".utf8)), ("images", SentForm.first), (name, Array("5".utf8)))
    let problem = try await Self.refusal(form, format: .native)
    #expect(Self.summary(problem) == "400 unknown_part \(name) 3")
    #expect(problem.detail.contains("params"))
    #expect(problem.detail.contains("images"))
  }

  @Test func partsOfAListInTheMannerOfJavaScriptAreImagesForTheAppsOnly() async throws {
    for name in ["images[]", "images[0]", "images[12]"] {
      let form = SentForm.parts(("params", Array("{}".utf8)), (name, SentForm.first))
      #expect(try await Self.read(form).get().images.count == 1, "\(name)")
      #expect(try await Self.refusal(form, format: .native).code == "unknown_part", "\(name)")
    }
  }

  @Test func aSixthImageIsRefusedAndNamed() async throws {
    let images = (1...6).map { SampleImages.jpeg(width: $0, height: 8) }
    let imagePipeline = FakeImagePipeline()
    let problem = try await Self.refusal(.plain("{}", images), into: imagePipeline)
    #expect(Self.summary(problem) == "422 rejected /images too_many_images images 7")
    #expect(imagePipeline.counts == .init(opened: 6, finished: 0, discarded: 6, atOnce: 6))
  }

  @Test func whatIsMissingIsNamed() async throws {
    let image = SentForm.first
    for (form, expected) in [
      (SentForm.parts(), "422 rejected /params required /images required"),
      (.parts(("images", image)), "422 rejected /params required"),
      (.plain("{}", []), "422 rejected /images required"),
      (
        .parts(("image", image), ("json", [0x7B, 0x7D])),
        "422 rejected /params required /images required"
      ),
    ] {
      #expect(Self.summary(try await Self.refusal(form)) == expected)
    }
  }

  @Test func whatCannotBeReadIsNamedWithItsPart() async throws {
    let large = [UInt8](repeating: 0x20, count: ProductDocument.Format.openMarket.bytesMax + 1)
    for (form, expected) in [
      (SentForm.plain("{", [SentForm.first]), "400 malformed_json params 1"),
      (
        .parts(("images", SentForm.first), ("params", Array("{]".utf8))),
        "400 malformed_json params 2"
      ),
      (.parts(("params", large)), "413 part_too_large params 1"),
      (
        .parts(("params", Array("{}".utf8)), ("params", Array("{}".utf8))),
        "422 rejected /params repeated_part params 2"
      ),
      (.plain("{}", [Array("<svg/>".utf8)]), "422 rejected /images unknown_format images 2"),
      (.plain("{}", [[]]), "422 rejected /images empty_image images 2"),
      (
        .plain("{}", [Array(SentForm.first.prefix(30))]),
        "422 rejected /images truncated images 2"
      ),
    ] {
      #expect(Self.summary(try await Self.refusal(form)) == expected)
    }
  }

  @Test func aLargeImageIsRefusedWithItsSizeAndTheLimit() async throws {
    let size = StoredImage.bytesMax + 1
    let large = SentForm.first + [UInt8](repeating: 0, count: size - SentForm.first.count)
    let problem = try await Self.refusal(.plain("{}", [large]))
    #expect(Self.summary(problem) == "413 image_too_large images 2")
    #expect(problem.detail == "The image has 300.1 KB; the limit is 300 KB.")
  }

  @Test func nobodyWaitsForTheEndOfAnImageBeyondTenMegabytes() async throws {
    let imagePipeline = FakeImagePipeline()
    let huge = [UInt8](repeating: 0xFF, count: 10_485_761)
    let problem = try await Self.refusal(.plain("{}", [huge]), into: imagePipeline)
    #expect(Self.summary(problem) == "413 image_too_large images 2")
    #expect(problem.detail == "The image has more than 10 MB; the limit is 10 MB.")
    #expect(imagePipeline.counts == .init(opened: 1, finished: 0, discarded: 1, atOnce: 1))
    // Where nobody makes images smaller another limit is the one that counts.
    imagePipeline.limit = StoredImage.bytesMax
    #expect(
      try await Self.refusal(.plain("{}", [huge]), into: imagePipeline).detail
        == "The image has more than 10 MB; the limit is 300 KB.")
  }

  @Test func theSeventhTryOfAFormOfFiveIsTaken() async throws {
    let images = (1...5).map { SampleImages.jpeg(width: $0, height: 8) }
    let seven = Array(repeating: images, count: 7).flatMap(\.self)
    #expect(try await Self.read(.plain("{}", seven)).get().images.count == 5)
  }

  @Test func aFormHasALargestSizeAndALargestNumberOfParts() async throws {
    let part = "--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\n\r\n"
    func form(of parts: Int) -> SentForm {
      SentForm("many", "b", .text(String(repeating: part, count: parts) + "--b--\r\n"))
    }
    #expect(try await Self.refusal(form(of: 256)).code == "rejected")
    #expect(try await Self.refusal(form(of: 257)).code == "too_many_parts")
    let plain = try SentForm.plain("{}", []).request()
    let long = Request(
      head: plain.head, body: RequestBody(length: ProductForm.bytesMax + 1, source: nil))
    do throws(Problem) {
      try await Self.taking(long)
      Issue.record("the form is taken")
    } catch {
      #expect(error.status.code == 413)
      #expect(error.code == "form_too_large")
    }
  }

  @Test func aWorkshopThatIsBusySaysSo() async throws {
    let imagePipeline = FakeImagePipeline()
    imagePipeline.fail(with: .unavailable(retryAfterSeconds: 3))
    let problem = try await Self.refusal(.plain("{}", [SentForm.first]), into: imagePipeline)
    #expect(problem.status.code == 503)
  }

  @Test func nothingIsReadWhileTheLineIsTooLong() async throws {
    let imagePipeline = FakeImagePipeline()
    imagePipeline.close(forSeconds: 17)
    let body = Abandoned(abandonedAfter: .max)
    let request = try SentForm.plain("{}", [SentForm.first]).request()
    let waiting = Request(head: request.head, body: RequestBody(length: 9, source: body))
    do throws(Problem) {
      try await Self.taking(waiting, into: imagePipeline)
      Issue.record("the form is taken")
    } catch {
      #expect(error.status == .serviceUnavailable)
      #expect(error.fields == [ResponseField("Retry-After", "17")])
    }
    #expect(body.reads == 0, "a client that waits for permission never sends it")
  }

  @Test(
    "nothing more is looked at, and nothing stored, when the client has gone",
    arguments: [(0, 0), (1, 1), (2, 2)])
  func clientsThatHaveGone(questions: Int, finished: Int) async throws {
    let imagePipeline = FakeImagePipeline()
    let plain = try SentForm.plain("{}", [SentForm.first, SentForm.second]).request()
    let body = Abandoned(abandonedAfter: questions)
    await #expect {
      _ = try await Self.taking(
        plain, into: imagePipeline, isClientGone: { await body.isAbandoned() }
      ) { _, _, slot in
        try await slot.decoded()
      }
    } throws: { ($0 as? Problem)?.code == "client_gone" }
    #expect(imagePipeline.counts.finished == finished)
    #expect(imagePipeline.counts.discarded == 2 - finished)
    #expect(imagePipeline.places == [])
  }

  @Test func whoeverIsNotAdmittedHasNoImageLookedAt() async throws {
    let imagePipeline = FakeImagePipeline()
    let request = try SentForm.plain("{}", [SentForm.first]).request()
    do throws(Problem) {
      try await Self.taking(request, into: imagePipeline) { _ throws(Problem) in
        throw Problem(
          .rejected([FieldError("/price", ValidationError("missing", "No.", hint: "Add."))]))
      }
      Issue.record("the form is taken")
    } catch {
      #expect(Self.summary(error) == "422 rejected /price missing params 1")
    }
    #expect(imagePipeline.counts == .init())
  }

  @Test func aBodyThatIsNoFormIsRefused() async throws {
    let request = try Request(
      .post, "/x", fields: ["Content-Type": "application/json"], body: Array("{}".utf8))
    do throws(Problem) {
      try await Self.taking(request)
      Issue.record("the form is taken")
    } catch {
      #expect(error.status.code == 415)
      #expect(error.code == "not_form_data")
    }
  }
}

/// The body of a client that goes when it was asked about so often.
private final class Abandoned: BodySource, Sendable {
  private let state: Mutex<(rest: Int, reads: Int)>

  init(abandonedAfter questions: Int) { state = Mutex((questions, 0)) }

  var reads: Int { state.withLock { $0.reads } }

  func next() async throws(BodyError) -> [UInt8]? {
    state.withLock { $0.reads += 1 }
    return nil
  }

  func isAbandoned() async -> Bool {
    state.withLock { state in
      state.rest -= 1
      return state.rest < 0
    }
  }
}
