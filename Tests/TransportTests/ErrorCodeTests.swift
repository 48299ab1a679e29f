import HTTP
import Testing
import Transport
import Web

/// What the codes of errors mean, in each language.
@Suite(.realStore) struct ErrorCodeTests {
  @Test func everyCodeStandsOnce() {
    let codes = ErrorCode.all.map(\.code)
    #expect(Set(codes).count == codes.count)
  }

  @Test("a meaning and a cure are sentences, in each language", arguments: ErrorCode.all)
  func sentences(_ code: ErrorCode) {
    for wording in Language.all.map(code.wording) {
      #expect(wording.meaning.hasSuffix(".") || wording.meaning.hasSuffix(".."))
      #expect(wording.cure.hasSuffix(".") || wording.cure.contains("..."))
    }
    #expect(code.wording(in: .korean).meaning.unicodeScalars.contains { ("가"..."힣").contains($0) })
  }

  @Test("Korean is formal, and leads to the English texts for names", arguments: ErrorCode.all)
  func formal(_ code: ErrorCode) {
    let wording = code.wording(in: .korean)
    #expect(wording.meaning.hasSuffix("니다."))
    #expect(wording.cure.hasSuffix("세요.") || wording.cure.hasSuffix("니다."))
    // An answer in Korean has these very texts as `detail` and `hint`.
    #expect(!wording.cure.contains("detail에"))
    #expect(!wording.cure.contains("hint에"))
  }

  @Test("a cure is something that a client can do", arguments: ErrorCode.all)
  func cures(_ code: ErrorCode) {
    for wording in Language.all.map(code.wording) { #expect(!wording.cure.contains("`--")) }
  }

  @Test func whoHasNoTokenIsToldWhereDevicesGetOne() throws {
    let code = try #require(ErrorCode.named("unauthenticated"))
    for wording in Language.all.map(code.wording) {
      #expect(wording.cure.contains("POST /v1/devices"))
    }
  }

  @Test func whoReadsKoreanIsToldInKorean() async throws {
    let answer = try await Shop().send(
      .get, "/v1/products?limit=0", ["Accept-Language": "ko-KR,ko;q=0.9,en;q=0.8"])
    #expect(answer.fields["content-language"] == "ko")
    #expect(answer["title"] == .string("받을 수 없는 매개변수가 있습니다."))
    #expect(answer["detail"] == .string("errors에 적힌 매개변수를 고치세요."))
    #expect(answer["errors.0.detail"] == .string("범위를 벗어난 값입니다."))
    #expect(answer["errors.0.hint"] == .string("1~100 사이의 숫자를 쓰세요."))
    #expect(answer["errors.0.detail_en"] == .string("This is no number from 1 to 100."))
    #expect(
      answer["errors.0.hint_en"] == .string("Write a number from 1 to 100, in digits alone."))
    #expect(answer.errors == ["limit out_of_range"])
  }

  @Test(
    "hints in Korean name what a query may have",
    arguments: [
      ("/v1/banner?sort=x", "매개변수 없이 보내세요."),
      ("/v1/products?variant=x", "다음 중에서 쓰세요: cell, tile."),
      ("/v1/products?limit=2&limit=3", "한 번만 보내세요."),
      ("/v1/search?q=a&category=5,6", "category=5&category=6처럼 쓰세요."),
      ("/v1/search?q=a&price_min=2&price_max=x", "0~1000000000000 사이의 숫자를 쓰세요."),
      ("/v1/search?q=a" + String(repeating: "&category=1", count: 21), "20번까지 보내세요."),
    ])
  func koreanHints(_ path: String, _ hint: String) async throws {
    let answer = try await Shop().send(.get, path, ["Accept-Language": "ko"])
    #expect(answer["errors.0.hint"] == .string(hint))
  }

  private static let switches = (0...100).map { "\"s\($0)\":true" }.joined(separator: ",")

  @Test(
    "hints in Korean name what a body may have",
    arguments: [
      ("search", "[]", "객체를 쓰세요."),
      ("search", #"{"synonyms":[],"redirects":{},"banned":"모조품"}"#, "배열을 쓰세요."),
      ("search", #"{"synonyms":[],"redirects":{},"banned":[1]}"#, "문자열을 쓰세요."),
      ("search", #"{"synonyms":[["반팔"]],"redirects":{},"banned":[]}"#, "2~20개를 보내세요."),
      ("categories", #"{"items":[{"title":""}]}"#, "1~100자로 쓰세요."),
      (
        "item-types",
        #"{"items":[{"category_id":"x","title":"a","thumbnail_image_url":"/images/none.png"}]}"#,
        "숫자를 쓰세요."
      ),
      (
        "screens/home",
        #"{"items":[{"key":"new","kind":"products","layout":"grid","titles":[],"#
          + #""products":{"count":5,"on_sale":1}}]}"#,
        "true나 false를 쓰세요."
      ),
      (
        "app-config", #"{"items":[{"platform":"ios","switches":{\#(switches)}}]}"#,
        "100개까지 보내세요."
      ),
    ])
  func koreanHintsOfBodies(_ list: String, _ body: String, _ hint: String) async throws {
    let fields: KeyValuePairs = [
      "Authorization": "Bearer \(Shop.bootstrap)", "If-Match": "*", "Accept-Language": "ko",
    ]
    let answer = try await Shop().send(.put, "/admin/v1/" + list, fields, body)
    #expect(answer.status == 422, "\(answer.text)")
    #expect(answer["errors.0.hint"] == .string(hint), "\(answer.text)")
  }

  @Test(
    "everybody else is told in English, with names and numbers",
    arguments: ["", "en", "fr", "de;q=0.9", "*"])
  func english(_ language: String) async throws {
    let answer = try await Shop().send(
      .get, "/v1/products?limit=0", ["Accept-Language": language])
    #expect(answer.fields["content-language"] == nil)
    #expect(answer["errors.0.detail"] == .string("This is no number from 1 to 100."))
  }

  @Test(
    "a server of one language speaks it to everybody who asks for none that is there",
    arguments: Language.all.map(\.tag), ["", "fr", "*", "en", "ko"])
  func usualLanguage(_ tag: String, _ wanted: String) async throws {
    let language = try #require(Language.named(tag))
    let shop = try await Shop(policies: Policies(languages: UsualLanguages(language)))
    let spoken = Language.named(wanted) ?? language
    let fields: KeyValuePairs = ["Accept-Language": wanted]
    let refused = try await shop.send(.get, "/v1/products?limit=0", fields)
    let code = try #require(ErrorCode.named("malformed_query"))
    #expect(refused["title"] == .string(code.wording(in: spoken).meaning))
    let screen = try await shop.send(.get, "/v1/screens/home", fields)
    #expect(screen.fields["content-language"] == spoken.tag)
  }

  @Test func theEngineSpeaksTheLanguageOfTheServer() throws {
    let refusal = try Routes.refusal(in: UsualLanguages(.korean), now: Shop.now)
    let korean = refusal(.missingHost, "1", "/")
    let answer = try Answer(korean, to: .get)
    #expect(answer["title"] == .string("Host가 없습니다."))
    #expect(answer.fields["content-language"] == "ko")
  }

  @Test func theTypeOfAProblemIsAPageAboutItsCode() async throws {
    let shop = try await Shop()
    let answer = try await shop.send(.get, "/v1/products?limit=0")
    #expect(answer["type"] == .string("/docs/errors/malformed_query"))
    let page = try await shop.send(.get, "/docs/errors/malformed_query")
    #expect(page.fields["content-type"] == "text/html; charset=utf-8")
    #expect(try await shop.send(.get, "/docs/errors/no_such_code").status == 404)
  }
}
