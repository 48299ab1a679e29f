import Domain

/// A value that clients send: how the contract describes it, and how it is read.
struct BodyValue<Value>: Sendable {
  typealias Read = @Sendable (JSONValue, inout BodyNotes) -> Value?

  let schema: JSONSchema
  /// The types of the objects in it.
  let objects: [any ReadObject]
  /// Nil where it cannot be read. What is wrong is noted, at its place inside of the value.
  let read: Read

  init(_ schema: JSONSchema, objects: [any ReadObject] = [], read: @escaping Read) {
    self.schema = schema
    self.objects = objects
    self.read = read
  }

  init(
    _ schema: JSONSchema, _ parse: @escaping @Sendable (JSONValue) throws(ValidationError) -> Value
  ) {
    self.init(schema) { value, notes in
      notes.value { () throws(ValidationError) in try parse(value) }
    }
  }

  init(
    _ schema: JSONSchema, text parse: @escaping @Sendable (String) throws(ValidationError) -> Value
  ) {
    self.init(schema) { value throws(ValidationError) in try parse(value.text()) }
  }

  /// The same value as another type, which may have more rules.
  func map<New>(
    _ make: @escaping @Sendable (Value) throws(Rejection) -> New
  ) -> BodyValue<New> {
    BodyValue<New>(schema, objects: objects) { value, notes in
      guard let value = read(value, &notes) else { return nil }
      do throws(Rejection) {
        return try make(value)
      } catch {
        notes.note(error.fieldErrors)
        return nil
      }
    }
  }

  /// What it says, if that can be read; what is wrong is told elsewhere.
  func quietly(_ value: JSONValue) -> Value? {
    var notes = BodyNotes(from: nil)
    return read(value, &notes)
  }
}
