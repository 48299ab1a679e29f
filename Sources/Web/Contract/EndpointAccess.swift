/// Who may call a route.
package struct EndpointAccess: Sendable, Hashable {
  /// The kinds of credentials; empty if no authentication is required.
  package let alternatives: [SecurityRequirement]
  /// Whether a client that is authenticated may still lack the right to call it.
  package let canBeForbidden: Bool

  package init(_ alternatives: [SecurityRequirement], canBeForbidden: Bool = false) {
    self.alternatives = alternatives
    self.canBeForbidden = canBeForbidden
  }

  package static let everybody = EndpointAccess([])
}

/// Credentials that are sent together; an empty list means none.
package struct SecurityRequirement: Sendable, Hashable, ExpressibleByArrayLiteral {
  package let schemes: [SecurityScheme]

  package init(arrayLiteral schemes: SecurityScheme...) { self.schemes = schemes }

  package var json: JSONValue { .object(schemes.map { .init(name: $0.name, value: []) }) }
}

/// A way to authenticate, as OpenAPI describes it.
package struct SecurityScheme: Sendable, Hashable {
  package let name: String
  package let json: JSONValue

  /// In the field `Authorization`.
  ///
  /// - Parameter scheme: as HTTP names it: `bearer`, `basic`.
  package static func http(_ name: String, _ scheme: String, _ meaning: String) -> SecurityScheme {
    SecurityScheme(
      name: name,
      json: ["type": "http", "scheme": .string(scheme), "description": .string(meaning)])
  }

  /// In a field of its own.
  package static func field(_ name: String, _ field: String, _ meaning: String) -> SecurityScheme {
    SecurityScheme(
      name: name,
      json: [
        "type": "apiKey", "in": "header", "name": .string(field),
        "description": .string(meaning),
      ])
  }
}
