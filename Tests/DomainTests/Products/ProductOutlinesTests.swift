import Domain
import Testing

@Suite struct ProductOutlinesTests {
  private static let names = ["나들이 가방", "Mug", "a name of more than fifteen octets"]

  private func outlines(_ names: [String] = names) throws -> ProductOutlines {
    var outlines = ProductOutlines()
    for (index, name) in names.enumerated() {
      let outline = ProductOutline(
        id: Int64(index), price: try Price(Int64(1_000 * index), in: .krw), stock: try Stock(index),
        cover: nil)
      var name = name
      name.withUTF8 { outlines.append(outline, name: UnsafeRawBufferPointer($0)) }
    }
    return outlines
  }

  private func all(_ outlines: ProductOutlines) -> [String] {
    var found: [String] = []
    outlines.forEach { outline, name in found.append("\(outline.id) \(name.text)") }
    return found
  }

  @Test("each has its own name, in their order")
  func order() throws {
    let outlines = try outlines()
    #expect(all(outlines) == Self.names.enumerated().map { "\($0) \($1)" })
    #expect(outlines.count == 3 && outlines.last?.id == 2)
    #expect(outlines.footprint > Self.names.reduce(0) { $0 + $1.utf8.count })
  }

  @Test("what is removed takes its names along", arguments: 0...3)
  func removal(_ count: Int) throws {
    var outlines = try outlines()
    outlines.removeLast(count)
    #expect(all(outlines) == Self.names.dropLast(count).enumerated().map { "\($0) \($1)" })
    #expect(outlines == (try self.outlines(Array(Self.names.dropLast(count)))))
  }

  @Test("names that are cut elsewhere make other lists")
  func boundaries() throws {
    #expect(try outlines(["abcd", "ef"]) != outlines(["abc", "def"]))
    #expect(try outlines(["abc", "def"]) == outlines(["abc", "def"]))
  }
}
