import Domain

/// A value that clients send: how the contract describes it, and how it is read.
package struct BodyValue<Value>: Sendable {
  package typealias Read = @Sendable (JSONValue, inout BodyNotes) -> Value?

  package let schema: JSONSchema
  /// The types of the objects in it.
  package let objects: [any ReadObject]
  /// Nil if it cannot be read; its errors are then noted, each at its location in the value.
  package let read: Read

  package init(_ schema: JSONSchema, objects: [any ReadObject] = [], read: @escaping Read) {
    self.schema = schema
    self.objects = objects
    self.read = read
  }

  package init(
    _ schema: JSONSchema, _ parse: @escaping @Sendable (JSONValue) throws -> Value
  ) {
    self.init(schema) { value, notes in
      notes.value { try parse(value) }
    }
  }

  package init(
    _ schema: JSONSchema, text parse: @escaping @Sendable (String) throws -> Value
  ) {
    self.init(schema) { value in try parse(value.text()) }
  }

  /// The same value as another type, which may have more rules.
  package func map<New>(
    _ make: @escaping @Sendable (Value) throws -> New
  ) -> BodyValue<New> {
    BodyValue<New>(schema, objects: objects) { value, notes in
      guard let value = read(value, &notes) else { return nil }
      return notes.value { try make(value) }
    }
  }

  /// The value, if it can be read; mistakes are reported elsewhere.
  package func quietly(_ value: JSONValue) -> Value? {
    var notes = BodyNotes(from: nil)
    return read(value, &notes)
  }

  /// The value of a member, if that can be read.
  package func quietly(_ name: String, in object: JSONValue) -> Value? {
    guard case .object(let members) = object else { return nil }
    return members.first { $0.isNamed(name) }.flatMap { quietly($0.value) }
  }
}
