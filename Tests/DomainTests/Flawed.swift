import Domain

/// The code of the flaw that a value type finds, or nil when it finds none.
func flaw<Value>(_ make: () throws(Flaw) -> Value) -> String? {
  do throws(Flaw) {
    _ = try make()
    return nil
  } catch {
    return error.code
  }
}

extension EventCategoryDraft {
  static func sample(_ key: String, title: String = "행사") throws -> EventCategoryDraft {
    EventCategoryDraft(
      key: try Slug(key), title: try Title(title),
      thumbnailImage: try ImageReference("/images/\(key).png"),
      thumbnailTextImage: try ImageReference("https://cdn.example/\(key).png"))
  }
}

/// A reproducible source of chance.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
