import Domain
import Repositories

/// Any number of products for load tests: the same on every machine, in Korean, of many vendors.
/// The first vendor has a hundred thousand if there are at least twice as many products.
struct DemoStock: Sendable {
  /// Products of the first vendor.
  static let largest = 100_000
  private static let vendorCount = 200

  private static let kinds = ["겨울", "봄", "여름", "가을", "사계절", "데일리", "클래식", "빈티지"]
  private static let materials = ["울", "코튼", "리넨", "데님", "캐시미어", "가죽", "플리스", "니트"]
  private static let things = [
    "코트", "셔츠", "팬츠", "원피스", "카디건", "스니커즈", "가방", "머플러", "재킷", "모자",
  ]
  private static let brands = ["모아", "하루", "온도", "결", "여백", "바탕", "마루", "소담"]

  let count: Int
  let now: Timestamp
  /// The vendors' ids, in their order.
  let vendorIDs: [Int64]
  let images: [ImageDigest]
  /// The item types of the products, equally many products of each; empty if the shop has none.
  let itemTypeIDs: [Int64]

  /// The vendors, by identifiers that only they have.
  static func vendors() throws -> [(identifier: VendorIdentifier, name: Title)] {
    try (0..<vendorCount).map { number in
      let bytes = Array("moa demo vend".utf8) + [0, 0, UInt8(truncatingIfNeeded: number)]
      guard let identifier = VendorIdentifier(bytes: bytes) else {
        throw CommandError(.software, "an identifier has not 16 bytes.")
      }
      return (identifier, try Title("\(brands[number % brands.count]) \(number + 1)호점"))
    }
  }

  /// The product with that number from 0: the last one was made just now.
  func item(_ number: Int) throws -> PostgresProductLoad.Item {
    var random = SeededRandom(number)
    let draft = try draft(number, &random)
    let age = Int64(count - 1 - number) * 60_000_000
    return PostgresProductLoad.Item(
      vendorID: vendorIDs[vendor(of: number, &random)], draft: draft,
      image: images[random.roll(images.count)],
      reviews: reviews(&random),
      createdAt: Timestamp(clamping: now.microseconds - age))
  }

  private func reviews(_ random: inout SeededRandom) -> ReviewScore {
    guard random.roll(3) > 0 else { return .none }
    return ReviewScore(count: random.roll(5_000) + 1, average: Double(random.roll(41) + 10) / 10)
  }

  /// The first vendor's are spread over all the others'.
  private func vendor(of number: Int, _ random: inout SeededRandom) -> Int {
    let share = min(Self.largest, count / 2)
    let isOfFirst = (number + 1) * share / count > number * share / count
    return isOfFirst ? 0 : 1 + random.roll(vendorIDs.count - 1)
  }

  private func draft(_ number: Int, _ random: inout SeededRandom) throws -> ProductDraft {
    let kind = Self.kinds[random.roll(Self.kinds.count)]
    let material = Self.materials[random.roll(Self.materials.count)]
    let thing = Self.things[random.roll(Self.things.count)]
    let details = ProductDetails(
      itemType: itemTypeIDs.isEmpty ? nil : itemTypeIDs[number % itemTypeIDs.count],
      brand: try Title(Self.brands[random.roll(Self.brands.count)]),
      categoryPath: [try Title("패션의류"), try Title(thing)],
      tags: random.roll(10) == 0 ? [.best] : [])
    return ProductDraft(
      name: try ProductName(
        "\(DemoWords.word(number, 0)) \(kind) \(material) \(thing) "
          + "\(DemoWords.word(number, 1)) \(number + 1)"),
      description: try ProductDescription("\(kind)에 어울리는 \(material) \(thing)입니다."),
      price: try price(&random), stock: try Stock(random.roll(12) == 0 ? 0 : random.roll(300) + 1),
      details: details)
  }

  /// One in twenty in dollars, three in ten discounted, and some for nothing.
  private func price(_ random: inout SeededRandom) throws -> Price {
    let currency: Currency = random.roll(20) == 0 ? .usd : .krw
    let amount = Int64(random.roll(300)) * (currency == .krw ? 1_000 : 100)
    let percent = random.roll(10) < 3 ? Int64(random.roll(9) + 1) * 5 : 0
    let discount = amount * percent / 100
    // Apps that exist read prices as whole numbers, and whole lists fail with one that is none.
    let whole = currency == .krw ? discount : discount / 100 * 100
    return try Price(amount, discount: whole, in: currency)
  }
}

/// Chance that is the same for the same number, everywhere.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64).
struct SeededRandom {
  private var state: UInt64

  init(_ number: Int) { state = UInt64(truncatingIfNeeded: number) &* 0x2545_F491_4F6C_DD1D }

  /// From 0 to one less than `sides`.
  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Int(truncatingIfNeeded: mixed % UInt64(max(1, sides)))
  }
}

/// Words distributed as in a large shop: a few are in very many titles, and most in hardly any. A
/// word is half as frequent as the word of half its rank, as in natural language.
///
/// Source: Zipf, "Human Behavior and the Principle of Least Effort".
enum DemoWords {
  /// Powers of two of ranks: 32,767 words.
  private static let octaves = 15
  private static let syllables = Array(
    "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치키티피히")

  /// The word at that place of that product: the same on every machine.
  static func word(_ product: Int, _ place: Int) -> String {
    var random = SeededRandom(product &* 4 &+ place &+ 1_000_003)
    let octave = random.roll(octaves)
    return text(of: 1 << octave + random.roll(1 << octave))
  }

  /// Two syllables for frequent words, three for others; a rank has one word.
  static func text(of rank: Int) -> String {
    let count = syllables.count
    // Neighbours in rank share no syllable.
    let mixed = rank &* 2_741 % (count * count)
    var word = [syllables[mixed % count], syllables[mixed / count]]
    if rank >= 2_048 { word.append(syllables[rank * 31 % count]) }
    return String(word)
  }
}
