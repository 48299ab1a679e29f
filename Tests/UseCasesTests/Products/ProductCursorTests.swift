import Domain
import Fakes
import Testing
import UseCases

@Suite struct ProductCursorTests {
  static let position = ProductPosition(rank: 12_000, id: 77)

  /// All combinations of sort and filters.
  static func queries() throws -> [ProductQuery] {
    var queries: [ProductQuery] = []
    for sort in ProductSort.allCases {
      for filters in 0..<4 {
        for vendor in [nil, try VendorIdentifier.sample(1), try .sample(2)] {
          queries.append(
            ProductQuery(
              sort: sort, onlyOnSale: filters & 1 == 1, onlyInStock: filters & 2 == 2,
              vendor: vendor))
        }
      }
    }
    for values in [["사이즈:270"], ["사이즈:27", "0:1"], ["사이즈:260", "사이즈:270"], ["사:이즈:270"]] {
      queries.append(ProductQuery(options: try OptionFilter(values)))
    }
    return queries
  }

  static func code(_ cursors: ProductCursors, _ text: String, _ query: ProductQuery) -> String? {
    do throws(ValidationError) {
      _ = try cursors.position(text, of: query)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func aCursorComesBackAsItWasGiven() throws {
    let cursors = ProductCursors(signer: FakeSigner())
    let positions = [
      Self.position, ProductPosition(rank: 0, id: 1), ProductPosition(rank: -1, id: .max),
      ProductPosition(rank: .max, id: .min),
    ]
    for query in try Self.queries() {
      for position in positions {
        let text = cursors.text(position, of: query)
        #expect(try cursors.position(text, of: query) == position)
        #expect(text.utf8.allSatisfy { $0 > 0x2C && $0 < 0x7B && $0 != 0x2F && $0 != 0x3D })
      }
    }
  }

  @Test func aCursorOfAnotherQueryIsRefused() throws {
    let cursors = ProductCursors(signer: FakeSigner())
    let queries = try Self.queries()
    for (index, query) in queries.enumerated() {
      let text = cursors.text(Self.position, of: query)
      for (other, otherQuery) in queries.enumerated() where other != index {
        #expect(Self.code(cursors, text, otherQuery) == "invalid_cursor")
      }
    }
  }

  @Test("whatever is changed in a cursor, it is refused")
  func everyCharacterCounts() throws {
    let cursors = ProductCursors(signer: FakeSigner())
    let text = cursors.text(Self.position, of: ProductQuery())
    for index in text.indices {
      for other in ["A", "_", "7", "=", " ", "\u{0}", "한"] where other != "\(text[index])" {
        var changed = text
        changed.replaceSubrange(index...index, with: other)
        #expect(Self.code(cursors, changed, ProductQuery()) == "invalid_cursor")
      }
    }
    for count in 0..<text.count {
      #expect(Self.code(cursors, String(text.prefix(count)), ProductQuery()) == "invalid_cursor")
    }
    for more in ["A", "AA", "AAAA", "=", String(repeating: "A", count: 100_000)] {
      #expect(Self.code(cursors, text + more, ProductQuery()) == "invalid_cursor")
    }
  }

  @Test func aCursorOfAnotherServersKeyOrPurposeIsRefused() async throws {
    let cursors = ProductCursors(signer: FakeSigner())
    let text = ProductCursors(signer: FakeSigner(key: "another"))
      .text(Self.position, of: ProductQuery())
    #expect(Self.code(cursors, text, ProductQuery()) == "invalid_cursor")
    let vendor = Vendor(
      id: 1, identifier: try .sample(1), name: try Title("가게"), createdAt: .earliest)
    let secret = ProductSecret(signer: FakeSigner(), now: FakeClock("2026-03-01T00:00:00Z").now)
    let archive = secret.archiveToken(
      of: 77, by: VendorCredentials(vendor: vendor, secretHash: "h"))
    #expect(Self.code(cursors, archive, ProductQuery()) == "invalid_cursor")
  }
}
