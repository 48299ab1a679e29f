import Domain
import HTTP
import UseCases
import Web

/// Finds out which device sent a request, from its `Authorization` field and nothing else.
///
/// Source: RFC 6750 §2.1.
struct DeviceAuthentication: Sendable {
  private let authenticate: AuthenticateDevice

  init(_ authenticate: AuthenticateDevice) {
    self.authenticate = authenticate
  }

  /// - Throws: 401 without exactly one token of a device.
  func device(of request: Request) async throws -> Device {
    guard let token = Authentication.bearerToken(request.fields.values(of: .authorization)) else {
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
