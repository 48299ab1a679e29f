import Foundation
import ViewData

/// The server, as seen by the likes.
protocol LikeServer: Sendable {
  /// Identifies this device; registers it if that has not been done.
  func deviceMark() async throws -> String

  /// Whether the device is registered.
  func isLetIn() async throws -> Bool

  func sync(_ operations: [PendingLike], since: Int64) async throws -> LikeSync

  func page(
    named text: String?, limit: Int, after cursor: String?
  ) async throws -> Listing<LikeCell>

  /// The liked ones among some products, a hundred at most.
  func overlay(_ products: [Int64]) async throws -> LikeOverlay

  func merge(_ token: String) async throws

  /// Removes this device, or the others that share its likes.
  ///
  /// - Parameter forgetting: forgets what a device knows that is removed, before others can be
  ///   registered.
  func remove(others: Bool, _ forgetting: @Sendable () throws -> Void) async throws
}

extension DeviceSession: LikeServer {
  func deviceMark() async throws -> String { Self.mark(try await currentToken()) }

  func isLetIn() async throws -> Bool { try isKnown }

  private struct SyncRequest: Encodable, Sendable {
    let since: Int64
    let operations: [PendingLike]
  }

  func sync(_ operations: [PendingLike], since: Int64) async throws -> LikeSync {
    try await post("/v1/likes/sync", SyncRequest(since: since, operations: operations))
  }

  func page(
    named text: String?, limit: Int, after cursor: String?
  ) async throws -> Listing<LikeCell> {
    var query = [URLQueryItem(name: "limit", value: String(limit))]
    if let text { query.append(URLQueryItem(name: "q", value: text)) }
    if let cursor { query.append(URLQueryItem(name: "cursor", value: cursor)) }
    return try await read("/v1/likes", query).value
  }

  func overlay(_ products: [Int64]) async throws -> LikeOverlay {
    let ids = products.map(String.init).joined(separator: ",")
    return try await get("/v1/likes/overlay", [URLQueryItem(name: "ids", value: ids)])
  }

  private struct MergeRequest: Encodable, Sendable {
    let token: String
  }

  func merge(_ token: String) async throws {
    try await send("POST", "/v1/devices/merge", MergeRequest(token: token))
  }
}

/// Which of the requested products are liked.
struct LikeOverlay: Codable, Sendable {
  let liked: [Int64]
}
