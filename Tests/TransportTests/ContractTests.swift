import Dialects
import Fakes
import HTTP
import Testing
import Transport
import Web

/// What `/openapi.json` says is what the server does.
@Suite(.realStore) struct ContractTests {
  static let document: JSONValue = (try? JSONParser.parse(Contract.openAPI)) ?? .null

  @Test func theContractIsServedAsItIsPrinted() async throws {
    let answer = try await Shop().send(.get, "/openapi.json")
    #expect(answer.status == 200)
    #expect(Array(answer.body.utf8) == Contract.openAPI)
    let tag = try #require(answer.fields["etag"])
    #expect(try await Shop().send(.get, "/openapi.json", ["If-None-Match": tag]).status == 304)
  }

  @Test("every route that is mounted is declared, and the other way round")
  func everyRouteIsDeclared() async throws {
    let declared = Self.all.flatMap { endpoint in
      ([endpoint.path] + endpoint.aliases).map { "\(endpoint.method) \($0)" }
    }
    let mounted = try await Shop().mounted.filter { $0.path != "/images/none.png" }
      .flatMap { path, allow in
        allow.split(separator: ", ").filter { !["HEAD", "OPTIONS"].contains($0) }
          .map { "\($0.lowercased()) \(path)" }
      }
    #expect(Set(declared).count == declared.count)
    #expect(Set(declared.map { $0.lowercased() }) == Set(mounted.map { $0.lowercased() }))
  }

  /// Those of dialects, too.
  static let all = Routes.endpoints + Dialect.all.flatMap(\.endpoints)

  @Test("no call of a dialect is in our own contract, and every dialect has some")
  func dialects() async throws {
    for endpoint in Routes.endpoints { #expect(!DialectRoutes.contains(endpoint.path)) }
    for dialect in Dialect.all {
      #expect(!dialect.endpoints.isEmpty)
      let answer = try await Shop().send(.get, "/openapi/\(dialect.name).json")
      #expect(Array(answer.body.utf8) == dialect.openAPI)
      #expect(answer["openapi"] == .string("3.1.1"))
    }
    #expect(try await Shop().send(.get, "/openapi/native.json").status == 404)
  }

  @Test("no two of our own calls have the same summary")
  func summaries() {
    let summaries = Routes.endpoints.map(\.summary)
    #expect(Set(summaries).count == summaries.count)
  }

  @Test("the entry points name the contracts of all dialects")
  func paths() async throws {
    let named = try await Shop().send(.get, "/")["dialect_contracts"]
    #expect(named == .array(Dialect.all.map { .string("/openapi/\($0.name).json") }))
  }

  @Test(
    "in each contract, operations have names of their own, and two types of one name say the same",
    arguments: [Routes.endpoints] + Dialect.all.map(\.endpoints))
  func names(_ endpoints: [Endpoint]) {
    let ids = endpoints.map(\.id)
    #expect(Set(ids).count == ids.count)
    var seen: [String: ObjectSchema] = [:]
    for object in endpoints.flatMap(\.objects).flatMap(\.withReferences) {
      #expect(seen.updateValue(object, forKey: object.name) ?? object == object, "\(object.name)")
    }
  }

  @Test("no answer can hold null: generators of Swift code drop members that may")
  func noNull() {
    for endpoint in Routes.endpoints {
      for object in endpoint.answers.flatMap({ $0.schema?.objects ?? [] }) {
        for type in object.withReferences {
          var writer = JSONWriter()
          writer.value(type.json)
          #expect(
            !String(decoding: writer.bytes, as: UTF8.self).contains("\"null\""), "\(type.name)")
        }
      }
    }
  }

  @Test(
    "generators of clients can use all: no unions of objects, no unions with null, no files as texts"
  )
  func generators() {
    for endpoint in Routes.endpoints {
      for object in endpoint.objects.flatMap(\.withReferences) {
        var writer = JSONWriter()
        writer.value(object.json)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(!text.contains(#""anyOf":[{"$ref""#), "\(object.name)")
        #expect(!text.contains(#"{"type":"null"}]"#) || text.contains("switches"), "\(object.name)")
        for member in object.members {
          #expect(member.name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" })
        }
      }
    }
    let contract = String(decoding: Contract.openAPI, as: UTF8.self)
    #expect(contract.contains(#""name":"ids","in":"query""#))
    #expect(contract.contains(#""style":"form","explode":false"#))
    #expect(contract.contains(#""style":"form","explode":true"#))
    #expect(contract.contains(#""image/*":{"schema":{"type":"string","format":"binary"}}"#))
    #expect(contract.contains(#""contentMediaType":"application/json","contentSchema""#))
    #expect(!contract.contains("AppSiteAssociation"))
  }

  @Test func aSectionOfALaterVersionFitsTheContractOfThisOne() throws {
    let screen = try #require(Routes.endpoints.first { $0.id == "getHomeScreen" })
    let types = screen.objects.flatMap(\.withReferences)
    let section = try #require(types.first { $0.name == "Section" })
    let item = try #require(types.first { $0.name == "SectionItem" })
    #expect(section.members.filter(\.isRequired).map(\.name) == ["id", "kind", "layout", "items"])
    #expect(item.members.filter(\.isRequired).map(\.name) == ["cell_id"])
  }

  @Test("every member and every parameter says what it means")
  func meanings() {
    for endpoint in Self.all {
      for parameter in endpoint.query + endpoint.pathParameters {
        #expect(!parameter.meaning.isEmpty, "\(endpoint.id) \(parameter.name)")
      }
      for object in endpoint.answers.flatMap({ $0.schema?.objects ?? [] }) {
        for member in object.withReferences.flatMap(\.members) {
          #expect(member.meaning.hasSuffix("."), "\(object.name) \(member.name)")
        }
      }
    }
  }

  @Test("what the engine and proxies refuse stands in the contract once, for all operations")
  func engine() throws {
    #expect(
      OpenAPIDocument.statusesOfEngine == [408, 413, 414, 417, 421, 431, 501, 504, 505])
    let text = String(decoding: Contract.openAPI, as: UTF8.self)
    let references = text.matches(
      of: ##/"default":\{"\$ref":"#/components/responses/OtherRefusal"\}/##)
    #expect(references.count == Routes.endpoints.count)
  }

  @Test(
    "parts of what pages load are declared, and held against the contract by the shop",
    arguments: ["/favicon.ico", "/web/shop.mjs", "/web/icon.svg"])
  func ranges(_ path: String) async throws {
    let shop = try await Shop()
    for (range, status) in [("bytes=0-1", 206), ("bytes=900000-", 416)] {
      let answer = try await shop.send(.get, path, ["Accept": "text/html", "Range": range])
      #expect(answer.status == status)
    }
  }

  @Test("a text that says how many characters it may have says the same to programs")
  func characters() throws {
    var told = 0
    for object in Self.all.flatMap(\.objects).flatMap(\.withReferences) {
      for member in object.members {
        guard let limit = member.meaning.firstMatch(of: /([\d,]+) characters/)?.1,
          case .object(let schema) = member.schema.json
        else { continue }
        told += 1
        let most = schema.first { $0.name == "x-max-characters" }?.value
        let number = Int64(limit.filter(\.isNumber))
        #expect(most == number.map(JSONValue.integer), "\(object.name) \(member.name)")
      }
    }
    #expect(told > 5)
  }

  @Test("the longest title keeps the contract, which counts code points and not characters")
  func longestTitle() async throws {
    let vendors = try await VendorShop()
    let title = String(repeating: "👨‍👩‍👧‍👦", count: 100)
    let answer = try await vendors.register(#"{"title":"\#(title)","price":1,"currency":"KRW"}"#)
    #expect(answer.status == 201)
    #expect(answer["title"] == .string(title))
  }
}
