/// An object that answers hold: a table of its members, each declared once.
///
/// It writes the object, and it is its schema, so that the two cannot drift apart.
package struct WireObject<Value: ~Copyable>: Sendable {
  package let schema: ObjectSchema
  fileprivate let writeMembers: WireMember<Value>.Write

  private init(
    _ name: String, _ meaning: String, _ members: [WireMember<Value>], from type: Any.Type
  ) {
    schema = ObjectSchema(name, meaning, members.flatMap(\.declared), from: type)
    // Each closure holds the next one. A loop over an array would count a reference to each.
    var writeMembers: WireMember<Value>.Write = { _, _ in }
    for member in members.reversed() {
      let (write, rest) = (member.write, writeMembers)
      writeMembers = { writer, value in
        write(&writer, value)
        rest(&writer, value)
      }
    }
    self.writeMembers = writeMembers
  }

  /// Writes `value`; members without a value are left out.
  package func write(_ value: borrowing Value, to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(&writer, value)
    writer.endObject()
  }

  /// - Parameter capacity: in bytes, an estimate; what does not fit costs a copy.
  package func bytes(_ value: borrowing Value, capacity: Int = 512) -> [UInt8] {
    JSONWriter.bytes(capacity: capacity) { write(value, to: &$0) }
  }

  /// Writes the value at an address, which is not copied.
  fileprivate func write(at place: UnsafePointer<Value>, to writer: inout JSONWriter) {
    write(place.pointee, to: &writer)
  }
}

extension WireObject {
  package init(_ name: String, _ meaning: String, _ members: [WireMember<Value>]) {
    self.init(name, meaning, members, from: Value.self)
  }

  /// Writes an array of objects, none of which is copied.
  package func write(each values: [Value], to writer: inout JSONWriter) {
    values.withUnsafeBufferPointer { values in
      writer.array { writer in
        guard let first = values.baseAddress else { return }
        for index in values.indices { write(at: first + index, to: &writer) }
      }
    }
  }
}

/// One row of the table of an object: name, kind, whether it is required, meaning, example, and
/// how it is read.
package struct WireMember<Value: ~Copyable>: Sendable {
  /// One, but for all members of a part.
  package let declared: [ObjectSchema.Member]
  /// Writes name and value, or nothing.
  package let write: Write

  package typealias Write = @Sendable (inout JSONWriter, borrowing Value) -> Void
  package typealias Read<Part> = @Sendable (borrowing Value) -> Part

  package init(
    _ name: StaticString, _ schema: JSONSchema, isRequired: Bool, _ meaning: String,
    _ example: JSONValue?, _ write: @escaping Write
  ) {
    declared = [
      ObjectSchema.Member(
        name: name.description, schema: schema, isRequired: isRequired, meaning: meaning,
        example: example)
    ]
    self.write = write
  }

  private init(_ declared: [ObjectSchema.Member], _ write: @escaping Write) {
    self.declared = declared
    self.write = write
  }

  package static func value(
    _ name: StaticString, _ schema: JSONSchema, isRequired: Bool = true, _ meaning: String,
    _ example: JSONValue, _ read: @escaping Read<WireValue>
  ) -> WireMember {
    WireMember(name, schema, isRequired: isRequired, meaning, example) { writer, value in
      read(value).write(name, to: &writer)
    }
  }

  package static func object<Part>(
    _ name: StaticString, _ type: WireObject<Part>, isRequired: Bool = true, _ meaning: String,
    _ read: @escaping Read<Part?>
  ) -> WireMember {
    WireMember(name, .object(type.schema), isRequired: isRequired, meaning, nil) { writer, value in
      guard let part = read(value) else { return }
      writer.key(name)
      type.write(part, to: &writer)
    }
  }

  /// - Parameter count: how many there may be.
  package static func objects<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ count: ClosedRange<Int>? = nil,
    isRequired: Bool = true, _ meaning: String, _ read: @escaping Read<[Part]>
  ) -> WireMember {
    WireMember(name, .array(.object(type.schema), count), isRequired: isRequired, meaning, nil) {
      writer, value in
      let parts = read(value)
      guard isRequired || !parts.isEmpty else { return }
      writer.key(name)
      type.write(each: parts, to: &writer)
    }
  }

  /// Objects under names of their owner's choice.
  package static func map<Part>(
    _ name: StaticString, _ type: WireObject<Part>, _ meaning: String, _ example: JSONValue,
    _ read: @escaping Read<[(name: String, part: Part)]>
  ) -> WireMember {
    WireMember(name, .map(of: type.schema), isRequired: true, meaning, example) { writer, value in
      writer.key(name)
      writer.beginObject()
      for (name, part) in read(value) {
        writer.key(text: name)
        type.write(part, to: &writer)
      }
      writer.endObject()
    }
  }

  /// Objects of several types; a member of each names its type.
  package static func choices<Part>(
    _ name: StaticString, _ choice: WireChoice<Part>, _ meaning: String,
    _ read: @escaping Read<[Part]>
  ) -> WireMember {
    let schema = JSONSchema.array(.object(choice.type))
    return WireMember(name, schema, isRequired: true, meaning, nil) { writer, value in
      writer.key(name)
      writer.array(read(value)) { choice.write(&$0, $1) }
    }
  }

  /// All members of an object that is part of `Value`, in its place in the table.
  package static func members<Part>(
    of type: WireObject<Part>, _ read: @escaping Read<Part>
  ) -> WireMember {
    WireMember(type.schema.members) { writer, value in type.writeMembers(&writer, read(value)) }
  }
}

/// One of several types.
package struct WireChoice<Value>: Sendable {
  /// All of them in one: see ``ObjectSchema/merged(_:_:_:)``.
  package let type: ObjectSchema
  package let write: @Sendable (inout JSONWriter, Value) -> Void

  package init(
    _ type: ObjectSchema, _ write: @escaping @Sendable (inout JSONWriter, Value) -> Void
  ) {
    self.type = type
    self.write = write
  }
}

/// The value of a member; nil: left out.
package enum WireValue: Sendable {
  case string(String?)
  /// HTML that this program has made; its tags keep their `<`.
  case html(String)
  case integer(Int64?)
  case bool(Bool?)
  /// 1999 with 2 places is 19.99; 2000 is 20.
  case decimal(Int64?, places: Int)
  case array([WireValue])
  /// Values under names of their owner's choice.
  case object([(name: String, value: WireValue)]?)

  package static func integer(_ number: Int?) -> WireValue { .integer(number.map(Int64.init)) }

  package static func strings(_ texts: [String]) -> WireValue { .array(texts.map { .string($0) }) }

  package static func integers(_ numbers: [Int64]) -> WireValue {
    .array(numbers.map { .integer($0) })
  }

  fileprivate func write(_ name: StaticString, to writer: inout JSONWriter) {
    switch self {
    case .string(let text?): writer.string(name, text)
    case .html(let text):
      writer.key(name)
      writer.html(text)
    case .integer(let number?): writer.integer(name, number)
    case .bool(let flag?): writer.bool(name, flag)
    case .decimal(let digits?, let places):
      writer.key(name)
      writer.decimal(digits, fractionDigits: places)
    case .array(let elements):
      writer.key(name)
      writer.array(elements) { $1.write(to: &$0) }
    case .object(_?):
      writer.key(name)
      write(to: &writer)
    case .string(nil), .integer(nil), .bool(nil), .decimal(nil, _), .object(nil): break
    }
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .string(let text?): writer.string(text)
    case .html(let text): writer.html(text)
    case .integer(let number?): writer.integer(number)
    case .bool(let flag?): writer.bool(flag)
    case .decimal(let digits?, let places): writer.decimal(digits, fractionDigits: places)
    case .array(let elements): writer.array(elements) { $1.write(to: &$0) }
    case .object(let members?):
      writer.object { writer in
        for member in members {
          writer.key(text: member.name)
          member.value.write(to: &writer)
        }
      }
    case .string(nil), .integer(nil), .bool(nil), .decimal(nil, _), .object(nil): writer.null()
    }
  }
}
