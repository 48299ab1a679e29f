package import Domain
import Web

extension BodyValue<Title> {
  static var title: Self { Self(Wire.title, text: Title.init(_:)) }
}

extension BodyValue<Slug> {
  static var key: Self { Self(Wire.key, text: Slug.init(_:)) }
}

extension BodyValue<SixteenBytes> {
  /// The id of an operation.
  static var uuid: Self {
    Self(.uuid) { value in
      guard let id = SixteenBytes(uuid: try value.text()) else {
        throw ValidationError(
          "malformed_uuid", "This is no UUID.", hint: "Write a new UUID for each operation.")
      }
      return id
    }
  }
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

extension JSONValue {
  /// An amount of money, of which the currency is not known yet.
  ///
  /// A number with a point goes through the nearest `Double` and its shortest spelling: encoders of
  /// older iOS write 19.99 as `19.989999999999998`, which is the same one.
  package func amount() throws(ValidationError) -> Amount {
    switch self {
    case .integer(let number): return Amount(number)
    case .number(let number): return try Amount(number.description)
    default: throw .wrongKind(self, wanted: "a number")
    }
  }

  /// An amount of money in minor units, as in our answers.
  package func minorUnits() throws(ValidationError) -> Amount {
    switch self {
    case .integer(let number): return Amount(minorUnits: number)
    case .number(let number):
      if let whole = Int64(exactly: number) { return Amount(minorUnits: whole) }
      throw ValidationError(
        "not_whole", "The amount is not whole, or too large.",
        hint: "Write minor units, as answers have them: 2000 is 2000 won or 2000 cents, $20.00.")
    default: throw .wrongKind(self, wanted: "a number")
    }
  }
}

extension BodyMember {
  /// A change to a value that may be absent: left out, null, or a new value.
  static func change<Part>(
    _ name: String, _ value: BodyValue<Part>, _ meaning: String, _ example: JSONValue? = nil
  ) -> BodyMember where Value == Change<Part> {
    .nullable(name, value, meaning, example) { sent in
      switch sent {
      case nil: .keep
      case .some(nil): .clear
      case .some(let value?): .set(value)
      }
    }
  }
}
