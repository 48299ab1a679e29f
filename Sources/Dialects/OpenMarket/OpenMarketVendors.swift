import Domain
import HTTP
import Transport
import UseCases
import Web

/// Identifies the vendor of a request: by the UUID in the field `identifier`, and for writes by the
/// secret in the body.
struct OpenMarketVendors: Sendable {
  let authenticate: AuthenticateVendor

  /// - Throws: 400 unless the request has one field `identifier` that is a UUID.
  func check(_ request: Request) throws { _ = try Self.identifier(of: request) }

  /// The vendor that the request names, without proof, for requests that are proven otherwise.
  ///
  /// - Throws: 400, or 401 for an unknown vendor.
  func known(_ request: Request) async throws -> VendorCredentials {
    let identifier = try Self.identifier(of: request)
    let known = try await Self.asking {
      try await authenticate.credentials(identifier: identifier)
    }
    AuditNote.current?.note(known.vendor)
    return known
  }

  /// The vendor that the request names, if the document has its secret.
  ///
  /// - Throws: 400, also for a document without a secret; 401 for a wrong secret, or 429 after too
  ///   many of them.
  func proven(_ request: Request, _ document: JSONValue) async throws -> Vendor {
    let identifier = try Self.identifier(of: request)
    guard let secret = ProductDocument.secret(document) else {
      throw Problem(.rejected([Self.withoutSecret(document)]))
    }
    let vendor = try await Self.asking {
      try await authenticate(
        identifier: identifier, secret: secret, from: request.client.network)
    }
    AuditNote.current?.note(vendor)
    return vendor
  }

  private static func withoutSecret(_ document: JSONValue) -> FieldError {
    guard case .object(let members) = document else {
      return FieldError("", .wrongKind(document, wanted: "an object"))
    }
    let secret = members.first { $0.isNamed("secret") }?.value ?? .null
    guard secret == .null else {
      return FieldError("/secret", .wrongKind(secret, wanted: "the vendor's secret as a string"))
    }
    let flaw = ValidationError(
      "required", "The member secret is missing.", hint: "Send the vendor's secret as a string.")
    return FieldError("/secret", flaw)
  }

  private static func identifier(of request: Request) throws -> String {
    let values = request.fields.values(of: .identifier)
    guard let value = values.first else {
      throw Problem(
        .badRequest, "missing_identifier",
        "identifier: The field is missing. Send the UUID of the vendor.")
    }
    guard values.count == 1, VendorIdentifier(value) != nil else {
      throw Problem(
        .badRequest, "malformed_identifier",
        "identifier: Not a UUID. Send the UUID of the vendor.")
    }
    return value
  }

  /// 401 with a text of this dialect, which has no tokens.
  private static func asking<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch Failure.unauthenticated {
      throw unknown
    }
  }

  private static let unknown = Problem(
    .unauthorized, "unknown_vendor", "No vendor has this identifier and this secret."
  ).with("WWW-Authenticate", "Vendor realm=\"moa\"")
}
