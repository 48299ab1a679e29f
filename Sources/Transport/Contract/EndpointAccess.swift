/// Who may call a route.
package enum EndpointAccess: Sendable {
  case everybody
  /// By a token, by Basic, or by the fields `identifier` and `secret`.
  case vendor
  /// By a token with the scope `admin`.
  case administrator
  /// By the token of a device.
  case device
  /// By the field `identifier`, and where something is written also by the secret in the body.
  case openMarketVendor
  /// By the key that MommyTalk's apps send, where the operator asks for one.
  case mommyTalkApp
  /// By the id and the secret of a client of the search, unless the operator asks for none.
  case searchClient

  /// What of it does; empty where nobody needs to say who they are.
  var alternatives: [SecurityRequirement] {
    switch self {
    case .everybody: []
    case .administrator: [[.token]]
    case .device: [[.device]]
    case .vendor: [[.token], [.basic], [.identifier, .secret]]
    case .openMarketVendor: [[.identifier]]
    case .mommyTalkApp: [[.key], []]
    case .searchClient: [[.clientID, .clientSecret], []]
    }
  }

  /// Whether somebody may be known and still not be let in.
  var canBeForbidden: Bool {
    switch self {
    case .vendor, .administrator, .openMarketVendor: true
    case .everybody, .device, .mommyTalkApp, .searchClient: false
    }
  }
}

/// Credentials that are sent together; none at all are no credentials.
struct SecurityRequirement: ExpressibleByArrayLiteral {
  let schemes: [SecurityScheme]

  init(arrayLiteral schemes: SecurityScheme...) { self.schemes = schemes }

  var json: JSONValue { .object(schemes.map { .init(name: $0.rawValue, value: []) }) }
}

/// A way to say who is asking.
enum SecurityScheme: String, CaseIterable {
  case token
  case device
  case basic
  case identifier
  case secret
  case key
  case clientID
  case clientSecret

  var json: JSONValue {
    switch self {
    case .token:
      [
        "type": "http", "scheme": "bearer",
        "description": "A token that `moa token create` made, for an administrator or a vendor.",
      ]
    case .device:
      [
        "type": "http", "scheme": "bearer",
        "description": "The token that `POST /v1/devices` gave to a device.",
      ]
    case .basic:
      [
        "type": "http", "scheme": "basic",
        "description": "A vendor's identifier and secret.",
      ]
    case .identifier:
      [
        "type": "apiKey", "in": "header", "name": "identifier",
        "description": "A vendor's identifier, a UUID.",
      ]
    case .secret:
      [
        "type": "apiKey", "in": "header", "name": "secret",
        "description": "A vendor's secret.",
      ]
    case .clientID:
      [
        "type": "apiKey", "in": "header", "name": .string(RequestField.naverClientID.rawValue),
        "description": "The id of a client that `moa client create` made.",
      ]
    case .clientSecret:
      [
        "type": "apiKey", "in": "header", "name": .string(RequestField.naverClientSecret.rawValue),
        "description": "The secret of that client.",
      ]
    case .key:
      [
        "type": "apiKey", "in": "header", "name": "authorization",
        "description": "The key of the apps, alone or behind `Bearer`.",
      ]
    }
  }
}
