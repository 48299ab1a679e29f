import Domain

/// The code of the flaw that a value type finds, or nil when it finds none.
func flaw<Value>(_ make: () throws(ValidationError) -> Value) -> String? {
  do throws(ValidationError) {
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
