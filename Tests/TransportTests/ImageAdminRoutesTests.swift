import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

@Suite(.realStore) struct ImageAdminRoutesTests {
  static let path = "/admin/v1/images"

  /// A form with these parts: what stands behind the name, and the data.
  static func form(_ parts: (String, [UInt8])...) -> [UInt8] {
    parts.flatMap { head, data in
      [UInt8]("--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8) + data + [13, 10]
    } + [UInt8]("--b--\r\n".utf8)
  }

  static func file(_ bytes: [UInt8], type: String = "image/png") -> [UInt8] {
    form(("name=\"file\"; filename=\"a.png\"\r\nContent-Type: \(type)", bytes))
  }

  @Test func anImageIsTakenInAndServed() async throws {
    let shop = try await Shop()
    let bytes = SampleImages.png(width: 120, height: 80)
    let answer = try await shop.upload(Self.file(bytes))
    let image = try SampleImages.stored(bytes, by: shop.digest)
    #expect(
      answer.text == """
        HTTP/1.1 201 Created
        Content-Type: application/json
        (security)
        Location: \(image.path)
        Cache-Control: no-store

        {"url":"\(image.path)","digest":"\(image.digest.hex)","media_type":"image/png",\
        "width":120,"height":80,"bytes":\(bytes.count),"color":"#e0e0e0"}
        """)
    let served = try await shop.response(Request(.get, image.path))
    guard case .bytes(bytes) = served.content else {
      Issue.record("other bytes are served")
      return
    }
    #expect(try await shop.upload(Self.file(bytes)).text == answer.text)
  }

  @Test func aDryRunTellsWhatWouldBeStoredAndStoresNothing() async throws {
    let shop = try await Shop()
    let file = Self.file(SampleImages.png(width: 120, height: 80))
    let dry = try await shop.upload(file, query: "?dry_run=true")
    #expect(dry.status == 200)
    #expect(dry.fields["location"] == nil)
    guard case .string(let path) = dry["url"] else { throw Failure.bug("no URL") }
    #expect(try await shop.send(.get, path).status == 404)
    let real = try await shop.upload(file)
    #expect(real.status == 201)
    #expect(real.body == dry.body)
    let misspelt = try await shop.upload(file, query: "?dryrun=true")
    #expect(misspelt.errors == ["dryrun unknown_parameter"])
  }

  @Test func aRemovedPictureIsShownNowhere() async throws {
    let shop = try await Shop()
    let file = Self.file(SampleImages.png(width: 120, height: 80))
    let url = try #require(try await shop.upload(file).fields["location"])
    let category = """
      {"key":"a","title":"A","thumbnail_image_url":"\(url)","thumbnail_text_image_url":"/b.png"}
      """
    _ = try await shop.administer(.post, AdminRoutesTests.path, category)
    let list = "{\"items\":[{\"content\":\"B\",\"thumbnail_image_url\":\"\(url)\"}]}"
    _ = try await shop.administer(.put, "/admin/v1/event-banners", list, ifMatch: "*")
    let digest = try #require(url.split(separator: "/").first { $0.utf8.count == 64 })
    #expect(try await shop.administer(.delete, "\(Self.path)/\(digest)").status == 204)
    #expect(try await shop.send(.get, url).status == 404)
    let categories = try await shop.send(.get, "/admin/v1/event-categories", Shop.administrator)
    #expect(categories["items.0.thumbnail_image_url"] == "/images/none.png")
    #expect(categories["items.0.thumbnail_text_image_url"] == "/b.png")
    #expect(categories["items.0.version"] == 2)
    let banners = try await shop.send(.get, "/admin/v1/event-banners", Shop.administrator)
    #expect(banners["items.0.thumbnail_image_url"] == "/images/none.png")
    #expect(try await shop.administer(.delete, "\(Self.path)/\(digest)").status == 404)
  }

  @Test func aRemovedPictureIsRefusedWhenItIsSentAgain() async throws {
    let shop = try await Shop()
    let file = Self.file(SampleImages.png(width: 120, height: 80))
    let url = try #require(try await shop.upload(file).fields["location"])
    let digest = try #require(url.split(separator: "/").first { $0.utf8.count == 64 })
    _ = try await shop.administer(.delete, "\(Self.path)/\(digest)")
    for query in ["", "?dry_run=true"] {
      let again = try await shop.upload(file, query: query)
      #expect(again.status == 422, "\(query)")
      #expect(again.errors == ["/file removed_image"], "\(query)")
    }
    #expect(try await shop.send(.get, url).status == 404)
  }

  @Test("only an administrator removes pictures, and only those that are there")
  func removals() async throws {
    let shop = try await Shop()
    let digest = String(repeating: "0", count: 64)
    #expect(try await shop.send(.delete, "\(Self.path)/\(digest)").status == 401)
    for name in [digest, "x", digest + "0"] {
      #expect(try await shop.administer(.delete, "\(Self.path)/\(name)").status == 404, "\(name)")
    }
  }

  @Test func aFileWithoutATypeIsJudgedByItsBytes() async throws {
    let shop = try await Shop()
    let bare = Self.form(("name=file; filename=image.jpg", SampleImages.jpeg()))
    let answer = try await shop.upload(bare)
    #expect(answer.status == 201)
    #expect(answer.body.contains("/original.jpg"))
  }

  @Test func theURLIsFitForAnEventCategory() async throws {
    let shop = try await Shop()
    let answer = try await shop.upload(Self.file(SampleImages.png()))
    let url = try #require(answer.fields["location"])
    let body = """
      {"key":"a","title":"A","thumbnail_image_url":"\(url)","thumbnail_text_image_url":"\(url)"}
      """
    #expect(try await shop.administer(.post, AdminRoutesTests.path, body).status == 201)
    let shown = try await shop.send(.get, "/v1/event-categories?variant=text")
    #expect(shown.body.contains("http://localhost\(url)"))
  }

  /// What a sender calls it decides nothing: existing apps say `image/png` of a JPEG.
  @Test(arguments: ["image/jpeg", "image/jpg", "text/html", "application/octet-stream"])
  func aTypeThatDisagreesDoesNotMatter(_ type: String) async throws {
    let answer = try await Shop().upload(Self.file(SampleImages.png(), type: type))
    #expect(answer.status == 201)
    #expect(answer.body.contains("/original.png"))
  }

  @Test func whatFollowsAnImageIsNotKept() async throws {
    let shop = try await Shop()
    let png = SampleImages.png()
    let plain = try await shop.upload(Self.file(png))
    let polyglot = try await shop.upload(Self.file(png + Array("PK<script>".utf8)))
    #expect(polyglot.status == 201)
    #expect(polyglot.text == plain.text)
    #expect(shop.imagePipeline.counts == .init(opened: 2, finished: 2, discarded: 0, atOnce: 1))
  }

  @Test func whatLooksLikeSomethingElseIsToldSo() async throws {
    let svg = Array("<svg onload=\"alert(1)\">".utf8)
    let answer = try await Shop().upload(Self.file(svg, type: "image/jpeg"))
    #expect(answer.status == 422)
    #expect(answer.errors == ["/file unknown_format"])
    #expect(answer.body.contains("it looks like SVG, and was sent as image/jpeg."))
  }

  @Test func whatIsWrongWithAnImageIsToldWithPartAndByte() async throws {
    let png = SampleImages.png(8, 8, depth: 3, kind: 2, rows: [])
    let answer = try await Shop().upload(Self.file(png))
    let dataOffset = Self.file([]).count - "\r\n--b--\r\n".utf8.count
    #expect(
      answer.text == """
        HTTP/1.1 422 Unprocessable Content
        Content-Type: application/problem+json
        (security)
        Cache-Control: no-store

        {"type":"/docs/errors/rejected","title":"Some values break a rule.",\
        "status":422,"code":"rejected",\
        "detail":"Some values break a rule; see errors.","request_id":"request-1",\
        "part":{"index":1,"name":"file","offset":\(dataOffset + 16)},\
        "errors":[{"pointer":"/file","code":"malformed_image",\
        "detail":"IHDR has values that PNG does not know.",\
        "hint":"Save the picture again with a program that writes plain JPEG or PNG."}]}
        """)
  }

  @Test func whatIsWrongWithAFormIsToldWithPartAndByte() async throws {
    let form = Array("--b\r\nContent-Disposition: form-data; name=file\r\n folded".utf8)
    let answer = try await Shop().upload(form)
    #expect(answer.status == 400)
    #expect(answer.code == "folded_line")
    #expect(answer.body.contains(#""part":{"index":1,"name":"file","offset":48}"#))
    let empty = try await Shop().upload([])
    #expect(empty.status == 400)
    #expect(empty.code == "form_ended_early")
    #expect(empty.body.contains(#""part":{"offset":0}"#))
  }

  @Test func otherPartsAreRefused() async throws {
    let image = ("name=file; filename=a", SampleImages.png())
    let none = try await Shop().upload(Self.form())
    #expect(none.status == 422)
    #expect(none.errors == ["/file required"])
    let other = try await Shop().upload(Self.form(("name=\"a~/\"", [1])))
    #expect(other.status == 400)
    #expect(other.code == "unknown_part")
    #expect(other.body.contains("file"))
    let twice = try await Shop().upload(Self.form(image, image))
    #expect(twice.status == 422)
    #expect(twice.errors == ["/file repeated_part"])
    #expect(twice.body.contains(#""part":{"index":2,"name":"file","#))
    let more = try await Shop().upload(Self.form(image, ("name=more", [])))
    #expect(more.status == 400)
    #expect(more.code == "unknown_part")
    #expect(more.body.contains("more"))
  }

  @Test("nothing is stored unless everything is right")
  func nothingIsHalfDone() async throws {
    let shop = try await Shop()
    let png = SampleImages.png()
    let path = "/images/\(ImageDigest(bytes: shop.digest.digest(png))?.hex ?? "")/original.png"
    let form = Self.file(png)
    let bodies: [[UInt8]] = [
      form.dropLast(2) + [0x78], form.dropLast(4), form + [UInt8](repeating: 0, count: 2_000),
    ]
    for body in bodies {
      #expect((400..<500).contains(try await shop.upload(body).status))
      #expect(try await shop.send(.get, path).status == 404)
    }
    let counts = shop.imagePipeline.counts
    #expect(counts.opened == counts.discarded, "\(counts)")
    #expect(counts.finished == 0, "\(counts)")
    #expect(try await shop.upload(form).status == 201)
    #expect(try await shop.send(.get, path).status == 200)
  }

  @Test(
    "what is no form is refused",
    arguments: [
      ("application/x-www-form-urlencoded", 415, "not_form_data"),
      ("image/png", 415, "not_form_data"), ("multipart/form-data", 400, "missing_boundary"),
      ("multipart/form-data; boundary=", 400, "malformed_content_type"),
      ("multipart/form-data; boundary=\"\"", 400, "malformed_boundary"),
    ])
  func types(_ type: String, _ status: Int, _ code: String) async throws {
    let answer = try await Shop().upload(Self.file(SampleImages.png()), type: type)
    #expect(answer.status == status)
    #expect(answer.code == code)
    #expect(!answer.body.contains("\"part\""))
  }

  @Test func anImageOfTheLargestSizeIsTakenAndNoLarger() async throws {
    let shop = try await Shop()
    let frame = SampleImages.png(data: []).count
    let full = [UInt8](repeating: 7, count: StoredImage.bytesMax - frame)
    #expect(try await shop.upload(Self.file(SampleImages.png(data: full))).status == 201)
    let larger = try await shop.upload(Self.file(SampleImages.png(data: full + [7])))
    #expect(larger.status == 413)
    #expect(larger.code == "image_too_large")
    #expect(larger.body.contains("The image has 300.1 KB; the limit is 300 KB."))
    #expect(larger.body.contains(#""name":"file""#))
  }

  /// The second one is refused by its length alone.
  @Test("a picture of more than 10 MB is told what to do", arguments: [1, 100_000])
  func huge(_ more: Int) async throws {
    let huge = [UInt8](repeating: 7, count: ImageLimits.arrivingBytesMax + more)
    let refused = try await Shop().upload(Self.file(huge))
    #expect(refused.status == 413)
    #expect(refused.code == "image_too_large")
    #expect(
      refused.body.contains(
        "The picture has more than 10 MB, which is the limit. Save it as JPEG, or make it smaller.")
    )
  }

  @Test func aBusyWorkshopIsToldSo() async throws {
    let shop = try await Shop()
    shop.imagePipeline.fail(with: .unavailable(retryAfterSeconds: 5))
    let answer = try await shop.upload(Self.file(SampleImages.png()))
    #expect(answer.status == 503)
    #expect(answer.fields["retry-after"] == "5")
  }

  @Test func theTokenIsLookedAtBeforeTheBody() async throws {
    let shop = try await Shop()
    let vendor = try await shop.vendorToken()
    let tokens: [(String, Status)] = [
      ("wrong", .unauthorized), (vendor, .forbidden), (Shop.bootstrap, .contentTooLarge),
    ]
    for (token, status) in tokens {
      let fields: KeyValuePairs = [
        "Authorization": "Bearer \(token)", "Content-Length": "12000000",
        "Content-Type": "multipart/form-data; boundary=b",
      ]
      let head = try Request(.post, Self.path, fields: fields, body: [1]).head
      let body = RequestBody(length: 20_000_000, source: AuthenticationTests.Untouched())
      let response = await shop.response(Request(head: head, body: body))
      #expect(response.status == status)
    }
  }
}

extension Shop {
  /// Sends a form as an administrator.
  func upload(
    _ form: [UInt8], type: String = "multipart/form-data; boundary=b", query: String = ""
  ) async throws -> Answer {
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Self.bootstrap)", "Content-Type": type,
    ]
    let request = try Request(
      .post, ImageAdminRoutesTests.path + query, fields: fields, body: form, id: "request-1")
    return try Answer(await response(request), to: .post)
  }
}
