import Domain
import HTTP
import UseCases
import Web

/// `POST /v1/likes/sync`: likes that a device made while it was offline.
struct LikeSyncRoutes: RouteGroup {
  static let path = LikeRoutes.path + "/sync"
  let authentication: DeviceAuthentication
  let sync: SyncLikes

  func mount(on router: inout Router) {
    router.on(Self.syncEndpoint) { request, _ in
      let device = try await authentication.device(of: request)
      let document = try await request.json(upTo: Self.bytesMax)
      let (operations, since) = try Self.done.value(of: document, from: nil)
      let synced = try await sync(operations, since: since, by: device)
      return .personal(
        Wire.likeSync.bytes(synced, capacity: 256 + 96 * synced.states.count))
    }
  }

  // MARK: Documents

  /// Five hundred operations with every character escaped.
  private static let bytesMax = 524_288

  private static let done = BodyObject<(operations: [Domain.LikeOperation], since: Int64)>(
    "LikeSyncRequest", "What a device did, and what it knows.",
    BodyMember.optional(
      "since",
      .integer(
        0...,
        outside: ValidationError(
          "out_of_range", "The number is below 0.", hint: "Send next_sequence as it came, or 0.")),
      "`next_sequence` of the answer before; 0 or left out for all that is liked.", 41),
    BodyMember.optional(
      "operations", .array(.object(operation), 0...SyncLikes.operationsMax), "In any order.")
  ) { since, operations in (operations ?? [], since ?? 0) }

  private static let operation = BodyObject<Domain.LikeOperation>(
    "LikeOperation", "A tap on the heart of a product.",
    BodyMember.required(
      "op_id", .uuid, "New for each operation, the same whenever it is sent.",
      "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3"),
    BodyMember.required("product_id", .id, "The id of a product.", 207),
    BodyMember.required("liked", .flag, "Whether it is liked from then on.", true),
    BodyMember.required(
      "at", .time, "When it was done, by the device's clock.", "2026-03-01T09:00:00.25Z")
  ) { Domain.LikeOperation(id: $0, productID: $1, isLiked: $2, at: $3) }

  // MARK: Declarations

  static let endpoints = [syncEndpoint]

  private static let syncEndpoint = Endpoint(
    .post, path, "syncLikes", .shoppers, "Sync likes",
    .json(Wire.likeSync.schema, "What changed.")
  ).with {
    $0.meaning = """
      Each operation is carried out once, however often it is sent and in whatever order: of a product \
      holds the one with the latest `at`, of one moment the one with the higher `op_id`. One that lies \
      more than five minutes ahead or ninety days back is refused. An answer that is whole replaces \
      all that the device knew.
      """
    $0.access = .device
    $0.body = .json(
      done, "What was done, and what is known.",
      example: [
        "since": 0,
        "operations": [
          [
            "op_id": "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3", "product_id": 198, "liked": true,
            "at": "2026-03-01T09:00:00.25Z",
          ]
        ],
      ])
  }
}

extension LikeSyncRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: parts.deviceAuthentication,
      sync: SyncLikes(likes: parts.ports.likes, now: parts.ports.machine.now))
  }
}
