import Domain
import Web

extension BodyValue<Title> {
  static var title: Self { Self(Wire.title, text: Title.init(_:)) }
}

extension BodyValue<Slug> {
  static var key: Self { Self(Wire.key, text: Slug.init(_:)) }
}

extension BodyValue<Timestamp> {
  static var time: Self { Self(.time, text: Timestamp.init(flawed:)) }
}

extension BodyValue<ImageReference> {
  static var image: Self { reference(Wire.image) }

  /// A URL; one of this site becomes a path.
  static func reference(_ schema: JSONSchema) -> Self {
    Self(schema) { value, notes in
      let origin = notes.origin
      return notes.value {
        try ImageReference(value.text(), from: origin)
      }
    }
  }
}

extension Timestamp {
  fileprivate init(flawed text: String) throws(ValidationError) {
    guard let timestamp = Timestamp(rfc3339: text) else {
      throw ValidationError(
        "malformed_time", "This is no time with an offset, or no day of the calendar.",
        hint: "Write it like 2026-03-01T09:00:00+09:00 or 2026-03-01T00:00:00Z.")
    }
    self = timestamp
  }
}
