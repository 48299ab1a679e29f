import Foundation
package import HTTP
import Transport
package import Web

/// A request that the demo shop accepts, made of the examples of the contract: a new endpoint with
/// an example is tried by every test that tries all routes.
package struct SampleRequest: Sendable {
  package let method: HTTP.Method
  /// Such as `/v1/products/{id}`.
  package let path: String
  /// Values of the parameters of the path.
  package let parameters: [String]
  /// Values that the query must have.
  package let query: [(name: String, value: String)]
  package let fields: [String: String]
  package let content: Content

  package enum Content: Sendable {
    case none
    case json(String)
    /// The parts in their order; one without a text is a picture.
    case form([(name: String, text: String?)])
  }

  /// An endpoint whose contract does not show all that a request needs.
  package struct MissingExample: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameter alias: another path of the endpoint.
  package init(
    _ endpoint: Endpoint, at alias: String? = nil, in shop: SampleShop
  ) throws(MissingExample) {
    method = endpoint.method
    path = alias ?? endpoint.path
    parameters = try endpoint.pathParameters.map { declared throws(MissingExample) in
      guard let value = shop.parameter(endpoint, declared.name) ?? declared.example?.asText else {
        throw MissingExample(description: "\(endpoint.id): \(declared.name) has no example")
      }
      return value
    }
    var query: [(name: String, value: String)] = []
    for declared in endpoint.query {
      if declared.name == "dry_run", shop.isDryRun(endpoint) { query.append(("dry_run", "true")) }
      guard declared.isRequired else { continue }
      guard let value = declared.example?.asText else {
        throw MissingExample(description: "\(endpoint.id): \(declared.name) has no example")
      }
      query.append((declared.name, value))
    }
    self.query = query
    var fields = shop.credentials(endpoint.access)
    if endpoint.fields.contains(.ifMatch) { fields["If-Match"] = "*" }
    self.fields = fields
    content = try Self.content(of: endpoint, shop.body(endpoint))
  }

  /// - Parameter text: JSON that replaces the example, of a form that of its text parts.
  private static func content(
    of endpoint: Endpoint, _ text: String?
  ) throws(MissingExample) -> Content {
    guard let declared = endpoint.body?.contents.first else { return .none }
    let missing = MissingExample(description: "\(endpoint.id): the body has no example")
    guard !declared.partTypes.isEmpty else {
      guard let json = text ?? declared.example?.json else { throw missing }
      return .json(json)
    }
    return .form(
      try declared.partTypes.map { part, mediaType throws(MissingExample) in
        guard !mediaType.hasPrefix("image/") else { return (part, nil) }
        guard let text = text ?? declared.example?[part]?.asText else { throw missing }
        return (part, text)
      })
  }

  /// The path with its parameters and the query.
  package var target: String {
    var values = parameters[...]
    let filled = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      segment.hasPrefix("{") ? values.popFirst()?.percentEncoded ?? "" : String(segment)
    }.joined(separator: "/")
    let query = query.map { "\($0.name)=\($0.value.percentEncoded)" }.joined(separator: "&")
    return query.isEmpty ? filled : "\(filled)?\(query)"
  }

  /// The media type of the body; nil without one.
  package var contentType: String? {
    switch content {
    case .none: nil
    case .json: "application/json"
    case .form: "multipart/form-data; boundary=\(Self.boundary)"
    }
  }

  /// The bytes of the body.
  ///
  /// - Parameter picture: a JPEG file.
  package func body(picture: [UInt8]) -> [UInt8] {
    switch content {
    case .none: return []
    case .json(let text): return Array(text.utf8)
    case .form(let parts):
      var bytes: [UInt8] = []
      for (name, text) in parts {
        let head = "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\""
        let rest = text == nil ? "; filename=\"a.jpeg\"\r\nContent-Type: image/jpeg" : ""
        bytes += "\(head)\(rest)\r\n\r\n".utf8
        bytes += text.map { Array($0.utf8) } ?? picture
        bytes += "\r\n".utf8
      }
      return bytes + "--\(Self.boundary)--\r\n".utf8
    }
  }

  private static let boundary = "boundary-of-a-sample"
}

/// Where sample requests go: the credentials there, and how the shop differs from the demo shop.
package struct SampleShop: Sendable {
  package typealias Fields = [String: String]
  package var administrator: Fields
  package var vendor: Fields
  package var device: Fields
  /// A value of a parameter of a path that replaces the example.
  package var parameter: @Sendable (Endpoint, _ name: String) -> String? = { _, _ in nil }
  /// JSON that replaces the example of a body.
  package var body: @Sendable (Endpoint) -> String? = { _ in nil }
  /// Whether a call that has a dry run is one.
  package var isDryRun: @Sendable (Endpoint) -> Bool = { _ in false }

  package init(administrator: Fields, vendor: Fields, device: Fields) {
    (self.administrator, self.vendor, self.device) = (administrator, vendor, device)
  }

  fileprivate func credentials(_ access: EndpointAccess) -> Fields {
    switch access {
    case .administrator: administrator
    case .vendor: vendor
    case .device: device
    default: [:]
    }
  }
}

extension JSONValue {
  fileprivate var json: String {
    String(decoding: JSONWriter.bytes(capacity: 256) { $0.value(self) }, as: UTF8.self)
  }

  /// The text of a string, and the JSON of another value.
  fileprivate var asText: String {
    if case .string(let text) = self { text } else { json }
  }
}

extension String {
  fileprivate var percentEncoded: String {
    let kept = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    return addingPercentEncoding(withAllowedCharacters: kept) ?? self
  }
}
