import Domain

/// One row of the table of an object that clients send: name, value, whether it is required,
/// meaning, example. Some rows describe a group of several members.
///
/// The rows are the schema, and one reader runs over them, so that the two cannot drift apart. A
/// member that cannot be read is noted at its place, and reading goes on: a client that sends a
/// document with five mistakes is told five.
package struct BodyMember<Value>: Sendable {
  package let declared: [ObjectSchema.Member]
  /// The types of the objects in it.
  package let objects: [any ReadObject]
  /// Nil where it cannot be read, which is noted.
  let read: @Sendable (inout ObjectReader) -> Value?

  private init(
    _ declared: [ObjectSchema.Member], _ objects: [any ReadObject],
    _ read: @escaping @Sendable (inout ObjectReader) -> Value?
  ) {
    self.declared = declared
    self.objects = objects
    self.read = read
  }

  private init<Part>(
    _ name: String, _ value: BodyValue<Part>, isRequired: Bool = false, isNullable: Bool = false,
    _ meaning: String, _ example: JSONValue?,
    _ read: @escaping @Sendable (inout ObjectReader) -> Value?
  ) {
    let member = ObjectSchema.Member(
      name: name, schema: isNullable ? .optional(value.schema) : value.schema,
      isRequired: isRequired, meaning: meaning, example: example)
    self.init([member], value.objects, read)
  }
}

// MARK: Rows

extension BodyMember {
  package static func required(
    _ name: String, _ value: BodyValue<Value>, _ meaning: String, _ example: JSONValue? = nil
  ) -> BodyMember {
    BodyMember(name, value, isRequired: true, meaning, example) { reader in
      reader.required(name).flatMap { reader.read(name, value, $0) }
    }
  }

  /// A member that may be left out, but not be null.
  package static func optional<Part>(
    _ name: String, _ value: BodyValue<Part>, _ meaning: String, _ example: JSONValue? = nil
  ) -> BodyMember where Value == Part? {
    BodyMember(name, value, meaning, example) { reader in
      guard let sent = reader.sent(name) else { return .some(nil) }
      return reader.present(name, value, sent)
    }
  }

  /// A member that may be left out.
  ///
  /// - Parameter usual: what `null` gives: the value that holds without the member.
  package static func nullable<Part: Sendable>(
    _ name: String, _ value: BodyValue<Part>, _ meaning: String, _ example: JSONValue? = nil,
    orNull usual: Part? = nil
  ) -> BodyMember where Value == Part? {
    BodyMember(name, value, isNullable: true, meaning, example) { reader in
      guard let sent = reader.sent(name) else { return .some(nil) }
      return sent == .null ? .some(usual) : reader.present(name, value, sent)
    }
  }

  /// A member that may be left out or null, which are not the same.
  ///
  /// - Parameter make: of a new value; of `.some(nil)` for null, of nil where it is left out.
  package static func nullable<Part>(
    _ name: String, _ value: BodyValue<Part>, _ meaning: String, _ example: JSONValue? = nil,
    _ make: @escaping @Sendable (Part??) -> Value
  ) -> BodyMember {
    BodyMember(name, value, isNullable: true, meaning, example) { reader in
      switch reader.sent(name) {
      case nil: make(nil)
      case .null: make(.some(nil))
      case let sent?: reader.read(name, value, sent).map { make($0) }
      }
    }
  }

  /// A change to a value that is never absent.
  package static func kept<Part>(
    _ name: String, _ value: BodyValue<Part>, _ meaning: String, _ example: JSONValue? = nil
  ) -> BodyMember where Value == Part? {
    BodyMember(name, value, meaning, example) { reader in
      guard let sent = reader.sent(name) else { return .some(nil) }
      guard sent == .null else { return reader.present(name, value, sent) }
      reader.note(
        name,
        ValidationError(
          "required", "\(name) cannot be removed.", hint: "Send a value, or leave it out."))
      return nil
    }
  }

  /// A member that only some objects have; the others do not know it.
  package static func optional<Part>(
    _ name: String, _ value: BodyValue<Part>, isRequired: Bool = false,
    when applies: BodyCondition, _ meaning: String, _ example: JSONValue? = nil
  ) -> BodyMember where Value == Part? {
    BodyMember(name, value, meaning, example) { reader in
      guard reader.applies(name, applies) else { return .some(nil) }
      if !isRequired, reader.sent(name) == nil { return .some(nil) }
      guard let sent = reader.required(name) else { return nil }
      return reader.present(name, value, sent)
    }
  }

  /// A member that authenticates the client; it is checked before all others.
  package static func proof(
    _ name: String, _ value: BodyValue<String>, isRequired: Bool, _ meaning: String
  ) -> BodyMember where Value == Void {
    BodyMember(name, value, isRequired: isRequired, meaning, nil) { _ in () }
  }
}

/// Which objects have a member: those in which another member says so.
package struct BodyCondition: Sendable {
  /// Nil where the other member cannot be read: then neither is judged.
  let holds: @Sendable (JSONValue) -> Bool?

  package static func member<Value>(
    _ name: String, _ value: BodyValue<Value>, _ holds: @escaping @Sendable (Value) -> Bool
  ) -> BodyCondition {
    BodyCondition { object in value.quietly(name, in: object).map(holds) }
  }
}

// MARK: Groups

extension BodyMember {
  /// Several members as one value.
  ///
  /// - Parameter make: called where all of them could be read. Throws a ``ValidationError``, or a
  ///   ``Rejection`` with places inside of the object.
  package static func group<each Part>(
    _ members: repeat BodyMember<each Part>,
    make: @escaping @Sendable (repeat each Part) throws -> Value
  ) -> BodyMember {
    judged(repeat each members) { (parts: repeat (each Part)?) in
      do {
        return try make(repeat read(each parts))
      } catch is Unread {
        return nil
      }
    }
  }

  /// Several members as one value, with rules between them that apply to those that could be read.
  ///
  /// - Parameter make: nil if a member is missing. Throws as for ``group(_:make:)``.
  package static func judged<each Part>(
    _ members: repeat BodyMember<each Part>,
    make: @escaping @Sendable (repeat (each Part)?) throws -> Value?
  ) -> BodyMember {
    var declared: [ObjectSchema.Member] = []
    var objects: [any ReadObject] = []
    for member in repeat each members {
      declared += member.declared
      objects += member.objects
    }
    return BodyMember(declared, objects) { reader in
      let parts = (repeat (each members).read(&reader))
      return reader.value { try make(repeat each parts) } ?? nil
    }
  }

  private struct Unread: Error {}

  private static func read<Part>(_ part: Part?) throws(Unread) -> Part {
    guard let part else { throw Unread() }
    return part
  }
}

// MARK: Edits

/// A member of a body that changes a part of a larger value.
package typealias BodyEdit<Whole> = BodyMember<@Sendable (inout Whole) -> Void>

extension BodyMember {
  /// A row that sets one property of `Whole`.
  package static func setting<Whole, Part: Sendable>(
    _ path: any WritableKeyPath<Whole, Part> & Sendable, _ member: BodyMember<Part>
  ) -> BodyEdit<Whole> where Value == @Sendable (inout Whole) -> Void {
    .editing(member) { $0[keyPath: path] = $1 }
  }

  package static func editing<Whole, Part: Sendable>(
    _ member: BodyMember<Part>, _ edit: @escaping @Sendable (inout Whole, Part) -> Void
  ) -> BodyEdit<Whole> where Value == @Sendable (inout Whole) -> Void {
    BodyEdit<Whole>(member.declared, member.objects) { reader in
      guard let part = member.read(&reader) else { return nil }
      return { whole in edit(&whole, part) }
    }
  }

  /// `start` with the edits of all rows.
  package static func edited(
    _ start: Value, by rows: [BodyEdit<Value>]
  ) -> BodyMember where Value: Sendable {
    BodyMember(rows.flatMap(\.declared), rows.flatMap(\.objects)) { reader in
      var value = start
      for row in rows { row.read(&reader)?(&value) }
      return value
    }
  }
}
