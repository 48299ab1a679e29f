package import Domain
package import HTTP
import Text
package import UseCases
import Web

/// Finds out which vendor sent a request.
///
/// By `Authorization` with a vendor's token or with identifier and secret (Basic), or by the fields
/// `identifier` and `secret`. An app that has its secret in the body sends `identifier` alone and
/// is recognised once the body is read.
/// Source: RFC 6750 §2.1; RFC 7617 §2.
package struct VendorAuthentication: Sendable {
  private let tokens: Authentication
  private let authenticate: AuthenticateVendor

  /// Finds out with the use cases; this type only knows where to look.
  package init(_ tokens: AuthenticateToken, _ authenticate: AuthenticateVendor) {
    self.tokens = Authentication(tokens)
    self.authenticate = authenticate
  }

  /// Whether only the body can tell: the request names a vendor and proves nothing.
  package func needsBody(_ request: Request) -> Bool {
    !request.fields.contains(.authorization) && request.fields.contains(.identifier)
      && !request.fields.contains(.secret)
  }

  /// - Throws: 401 unless a vendor has the identifier in the fields. This does not prove that the
  ///   vendor sent them.
  package func checkNamed(_ request: Request) async throws {
    let identifier = try Self.only(.identifier, of: request)
    try await Self.asking {
      _ = try await authenticate.known(identifier: identifier)
    }
  }

  /// - Parameter secret: from the body; counts only where the fields hold none.
  /// - Throws: 401 for a vendor who is not known or not proven, 403 for a token that speaks for
  ///   none, 429 after too many wrong secrets.
  package func vendor(
    of request: Request, secret: String? = nil
  ) async throws -> Vendor {
    let vendor = try await found(of: request, secret: secret)
    AuditNote.current?.note(vendor)
    return vendor
  }

  private func found(
    of request: Request, secret: String?
  ) async throws -> Vendor {
    let fields = request.fields
    if fields.contains(.authorization) { return try await authorized(request) }
    guard let identifier = try Self.only(.identifier, of: request) else {
      throw Self.refusal(
        "Send Authorization with a vendor's token, or the fields identifier and secret.")
    }
    guard let secret = try Self.only(.secret, of: request) ?? secret else {
      throw Self.refusal("The secret is missing: send it beside the field identifier.")
    }
    return try await vendor(identifier, secret, request)
  }

  private func authorized(_ request: Request) async throws -> Vendor {
    if let basic = BasicCredentials(request.fields.credentials("basic")) {
      return try await vendor(basic.name, basic.secret, request)
    }
    let principal = try await tokens.require(.vendor, of: request)
    return try await authenticate.speaking(principal)
  }

  private func vendor(
    _ identifier: String, _ secret: String, _ request: Request
  ) async throws -> Vendor {
    try await Self.asking {
      try await authenticate(
        identifier: identifier, secret: secret, from: request.client.network)
    }
  }

  private static func asking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch Failure.unauthenticated {
      throw refusal("No vendor has this identifier and this secret.")
    }
  }

  /// Two fields are refused: a proxy might have looked at the other one.
  private static func only(
    _ field: RequestField, of request: Request
  ) throws -> String? {
    let values = request.fields.values(of: field)
    guard values.count <= 1 else { throw refusal("The field \(field.rawValue) was sent twice.") }
    return values.first
  }

  private static func refusal(_ detail: String) -> Problem {
    Problem(.unauthorized, "unauthenticated", detail)
      .with("WWW-Authenticate", "Bearer realm=\"moa\", Basic realm=\"moa\", charset=\"UTF-8\"")
  }
}

/// Finds out whose products a request writes: the sender's, or of a vendor that an administrator
/// names.
struct ProductWriters: Sendable {
  static let vendor = QueryParameter<VendorIdentifier?>(
    "vendor", .uuid, "Whose products they are; for administrators.", default: nil,
    ProductListRequest.vendor.read)
  private let authentication: VendorAuthentication
  private let administrators: Authentication
  private let vendors: any VendorRepository

  init(_ parts: RouteParts) {
    authentication = parts.vendorAuthentication
    administrators = Authentication(parts.authenticateToken)
    vendors = parts.ports.vendors
  }

  /// An administrator, acting for a vendor.
  ///
  /// - Throws: 400 for an unknown vendor.
  func administrator(
    of request: Request, for named: VendorIdentifier
  ) async throws -> (vendor: Vendor, author: Author) {
    let author = try await administrators.require(.merchandise, of: request).author
    guard let vendor = try await vendors.find(named)?.vendor else {
      throw Problem.malformedQuery("vendor: No vendor has this identifier.")
    }
    AuditNote.current?.note(vendor)
    return (vendor, author.acting(for: vendor))
  }

  /// - Returns: no vendor for an administrator.
  func sender(of request: Request) async throws -> (vendor: Vendor?, author: Author) {
    if Authentication.bearerToken(of: request) != nil {
      let principal = try await administrators.principal(of: request, wanting: .vendor)
      if principal.may(.merchandise) { return (nil, principal.author) }
    }
    let vendor = try await authentication.vendor(of: request)
    return (vendor, vendor.author)
  }
}

/// `Authorization: Basic` with base64 of `name:secret`.
struct BasicCredentials: Sendable {
  /// Characters of base64; a UUID and a secret of the largest size take fewer.
  private static let charactersMax = 1_024
  let name: String
  let secret: String

  /// Nil unless they are well-formed.
  init?(_ credentials: String?) {
    guard let credentials, let bytes = Self.bytes(credentials),
      let text = String(validating: bytes, as: UTF8.self), text.isStreamSafe,
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    name = String(text[..<colon])
    secret = String(text[text.utf8.index(after: colon)...])
  }

  /// Padding may be missing, nothing else may be amiss.
  private static func bytes(_ text: String) -> [UInt8]? {
    guard text.utf8.count <= charactersMax else { return nil }
    let digits = text.prefix { $0 != "=" }
    let padding = text.dropFirst(digits.count)
    guard ["", "=", "=="].contains(padding) else { return nil }
    return Base64.standard.bytes(String(digits))
  }
}
