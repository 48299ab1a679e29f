package import Domain
import HTTP
package import UseCases
package import Web

/// Authenticates the sender of a request by its `Authorization` field only.
///
/// Source: RFC 6750 §2.1; tokens in a query end up in logs, so the query is not read.
package struct Authentication: Sendable {
  private let authenticate: AuthenticateToken

  /// - Parameter authenticate: checks the token that this type finds in the request.
  package init(_ authenticate: AuthenticateToken) {
    self.authenticate = authenticate
  }

  /// - Throws: 401 without exactly one valid bearer token, 429 after too many wrong ones, 403 when
  ///   it lacks the scope. The error of a token is not told: whether a token with its id ever
  ///   existed stays secret.
  @discardableResult
  func require(_ scope: Scope, of request: Request) async throws -> Principal {
    let principal = try await principal(of: request, wanting: scope)
    try principal.require(scope)
    return principal
  }

  /// The owner of the token, whatever its scopes are.
  ///
  /// - Parameter scope: the one to name in an error.
  func principal(of request: Request, wanting scope: Scope) async throws -> Principal {
    guard let token = Self.bearerToken(of: request) else {
      throw Problem.unauthenticated("No bearer token was sent.", scope)
    }
    do {
      let principal = try await authenticate(token, from: request.client.network)
      AuditNote.current?.note(principal: principal.author.keyOwner)
      return principal
    } catch Failure.unauthenticated {
      throw Problem.unauthenticated("The token that was sent is none that is valid here.", scope)
    }
  }

  /// Two fields are rejected: a proxy might have read the other one.
  static func bearerToken(of request: Request) -> String? {
    request.fields.credentials("bearer").flatMap { token in
      token.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? token : nil
    }
  }
}

extension AuditNote {
  /// Notes the vendor that the request names; the outcome tells whether it was authenticated.
  package func note(_ vendor: Vendor) { note(principal: "vendor:\(vendor.identifier)") }
}

/// Authenticates the device of a request by its `Authorization` field only.
///
/// Source: RFC 6750 §2.1.
struct DeviceAuthentication: Sendable {
  private let authenticate: AuthenticateDevice

  init(_ authenticate: AuthenticateDevice) {
    self.authenticate = authenticate
  }

  /// - Throws: 401 without exactly one token of a device.
  func device(of request: Request) async throws -> Device {
    guard let token = Authentication.bearerToken(of: request) else {
      throw Self.refusal("Send Authorization: Bearer with the token of a device.")
    }
    do {
      let device = try await authenticate(token)
      AuditNote.current?.note(principal: "device:\(device.id)")
      return device
    } catch Failure.unauthenticated {
      throw Self.refusal("No device has this token. POST /v1/devices gives a new one.")
    }
  }

  private static func refusal(_ detail: String) -> Problem {
    Problem(.unauthorized, "unauthenticated", detail)
      .with("WWW-Authenticate", "Bearer realm=\"moa\"")
  }
}
