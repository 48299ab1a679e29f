package import Foundation
import Transport
package import Web

/// Values as the contract describes them, made of its examples.
package enum ContractSample {
  /// One with every member, except `skipped`.
  package static func value(
    of type: ObjectSchema, without skipped: String? = nil
  ) -> JSONValue {
    .object(
      type.members.filter { $0.name != skipped }.map { member in
        JSONValue.Member(name: member.name, value: value(of: member))
      })
  }

  /// One with every member, of which one is something else.
  package static func value(
    of type: ObjectSchema, with name: String, as other: JSONValue
  ) -> JSONValue {
    .object(
      type.members.map { member in
        JSONValue.Member(
          name: member.name, value: member.name == name ? other : value(of: member))
      })
  }

  /// Values that are none of this schema.
  package static func otherKinds(than schema: JSONSchema) -> [JSONValue] {
    let all: [(kinds: [String], value: JSONValue)] = [
      (["string"], "x"), (["boolean"], true), (["array"], []), (["integer", "number"], 7),
      (["number"], 7.5),
    ]
    let kind = kind(of: schema)
    return all.filter { !$0.kinds.contains(kind) }.map(\.value)
  }

  package static func data(_ value: JSONValue) -> Data {
    var writer = JSONWriter()
    writer.value(value)
    return Data(writer.bytes)
  }

  /// Whether both hold the same, in whatever order.
  package static func isEqual(_ left: Data, _ right: Data) throws -> Bool {
    let values = try [left, right].map { try JSONSerialization.jsonObject(with: $0) as? NSObject }
    return values[0] == values[1]
  }

  private static func value(of member: ObjectSchema.Member) -> JSONValue {
    if let example = member.example { return example }
    guard let type = member.schema.objects.first else { return .null }
    let object = type.alternatives.first ?? type
    let inner = value(of: object)
    return kind(of: member.schema) == "array" ? .array([inner]) : inner
  }

  private static func kind(of schema: JSONSchema) -> String {
    guard case .object(let members) = schema.json else { return "object" }
    switch members.first(where: { $0.name == "type" })?.value {
    case .string(let kind): return kind
    // Of a request, which may say null.
    case .array(let kinds):
      guard case .string(let kind)? = kinds.first else { return "object" }
      return kind
    default: return "object"
    }
  }
}
