import Dialects
import Domain
import Fakes
import HTTP
import Testing
import Transport
import UseCases
import Web

/// JSON may be written with every character escaped: what is legal is not too large then either.
@Suite(.realStore) struct EscapedDocumentTests {
  static func escaped(_ text: String) -> String {
    let escapes = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + escapes.joined() + "\""
  }

  static func member(_ name: String, _ value: String) -> String { "\(escaped(name)):\(value)" }

  /// A family is one character of 25 bytes.
  static let familiesMax = ProductDescription.bytesMax / 25

  static func families(_ count: Int) -> String { String(repeating: "👨‍👩‍👧‍👦", count: count) }

  static func object(_ members: String...) -> String { "{\(members.joined(separator: ",\n    "))}" }

  /// As much of everything as is legal.
  static let largest: String = {
    let title = escaped(families(Title.charactersMax))
    let place = escaped(String(repeating: "가", count: Title.charactersMax))
    let area = object(
      member("province", place), member("district", place), member("neighbourhood", place),
      member("surcharge", "1000000000000"))
    let areas = Array(repeating: area, count: DeliveryTerms.areasMax).joined(separator: ",\n  ")
    let path = "https://shop.example/" + String(repeating: "p", count: 2_027)
    return object(
      member("title", title), member("brand", title), member("maker", title),
      member("mall", title), member("price", "12000"), member("currency", escaped("KRW")),
      member("link", escaped(path)),
      member("category_path", "[\(title),\(title),\(title),\(title)]"),
      member("description", escaped(families(familiesMax))),
      member("delivery", object(member("is_free", "true"), member("areas", "[\(areas)]"))))
  }()

  @Test func theLargestDocumentIsTakenAndBounded() async throws {
    #expect(Self.largest.utf8.count > 500_000)
    let vendors = try await VendorShop()
    let created = try await vendors.register(Self.largest)
    #expect(created.status == 201, "\(created.text.prefix(1_000))")
    let edited = try await vendors.send(
      .patch, "/v1/products/1", Self.largest, [("If-Match", "*")])
    #expect(edited.status == 200, "\(edited.text.prefix(1_000))")
    let draft = try #require(try await vendors.shop.ports.products.find(1)?.draft)
    #expect(draft.description.text.count == Self.familiesMax)
    #expect(draft.details.delivery?.areas.count == DeliveryTerms.areasMax)
  }

  @Test func aDescriptionOfFamiliesIsTakenFromOpenMarketsApps() async throws {
    let market = try await Market()
    try await market.add(1)
    let description = Self.escaped(Self.families(Self.familiesMax))
    let answer = try await market.send(
      .patch, "/api/products/1",
      #"{"secret":"vendor-secret","descriptions":\#(description)}"#)
    #expect(answer.status == 202, "\(answer.text.prefix(1_000))")
  }
}
