import HTTP
package import Web

// Members that are objects themselves, and values of a query. They are here and not in Web, because
// the compiler compiles generic code for the types that use it only within a module: in another one
// each would look its types up at run time, a hundred times for a page of products.

extension WireMember where Value: ~Copyable {
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
      writer.array { writer in
        // An element of the array itself would be copied, and each text in it counted.
        parts.withUnsafeBufferPointer { parts in
          guard let first = parts.baseAddress else { return }
          for index in parts.indices { type.write(at: first + index, to: &writer) }
        }
      }
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

extension QueryValues {
  /// The value that was sent, or the default.
  subscript<Value>(_ parameter: QueryParameter<Value>) -> Value {
    let name = parameter.declaration.name
    for item in items where item.name == name {
      return (try? parameter.read(item.value)) ?? parameter.fallback
    }
    return parameter.fallback
  }

  /// All values that were sent, in their order.
  subscript<Value>(_ parameter: RepeatedParameter<Value>) -> [Value] {
    items.filter { $0.name == parameter.declaration.name }
      .compactMap { try? parameter.read($0.value) }
  }
}
