import Domain
import HTTP
import UseCases

/// `POST /v1/likes/sync`: what a device did while nobody could hear it.
struct LikeSyncRoutes: RouteGroup {
  static let path = LikeRoutes.path + "/sync"
  let authentication: DeviceAuthentication
  let sync: SyncLikes

  func mount(on router: inout Router) {
    router.on(Self.syncEndpoint) { request, _ throws(Problem) in
      let device = try await authentication.device(of: request)
      let document = try await request.json(upTo: Self.bytesMax)
      let (operations, since) = try judging { () throws(Rejection) in try Self.read(document) }
      let synced = try await answering { () throws(Failure) in
        try await sync(operations, since: since, by: device)
      }
      return .personal(
        Wire.likeSync.bytes(synced, capacity: 256 + 96 * synced.states.count))
    }
  }

  // MARK: Documents

  /// Five hundred operations with every character escaped.
  private static let bytesMax = 524_288

  private static func read(
    _ document: JSONValue
  ) throws(Rejection) -> (operations: [Domain.LikeOperation], since: Int64) {
    var reader = try ObjectReader.open(document)
    let since = reader.optional("since") { value throws(ValidationError) in
      let number = try value.wholeNumber()
      guard number >= 0 else {
        throw ValidationError(
          "out_of_range", "The number is below 0.", hint: "Send next_sequence as it came, or 0.")
      }
      return number
    }
    let operations = reader.elements("operations", atMost: SyncLikes.operationsMax) {
      value throws(Rejection) in try operation(value)
    }
    if reader.member("operations") == .null {
      reader.note("operations", .wrongKind(.null, wanted: "an array"))
    }
    reader.refuseTheRest()
    guard reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    return (operations ?? [], since ?? 0)
  }

  private static func operation(_ value: JSONValue) throws(Rejection) -> Domain.LikeOperation {
    var reader = try ObjectReader.open(value)
    let id = reader.required("op_id") { text throws(ValidationError) in
      guard let id = SixteenBytes(uuid: text) else {
        throw ValidationError(
          "malformed_uuid", "This is no UUID.", hint: "Write a new UUID for each operation.")
      }
      return id
    }
    let product = reader.required("product_id") { value throws(ValidationError) in try value.id() }
    let isLiked = reader.required("liked") { value throws(ValidationError) in try value.flag() }
    let at = reader.required("at", Timestamp.init(flawed:))
    reader.refuseTheRest()
    guard let id, let product, let isLiked, let at, reader.fieldErrors.isEmpty else {
      throw Rejection(reader.fieldErrors)
    }
    return Domain.LikeOperation(id: id, productID: product, isLiked: isLiked, at: at)
  }

  // MARK: Declarations

  static let endpoints = [syncEndpoint]

  private static let syncEndpoint = Endpoint(
    .post, path, "syncLikes", .shoppers, "Send what was done offline, and learn what others did",
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
      schema, "What was done, and what is known.",
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

  private static let schema = ObjectSchema(
    "LikeSyncRequest", "What a device did, and what it knows.",
    [
      .init(
        name: "since", schema: .integer(0...), isRequired: false,
        meaning: "`next_sequence` of the answer before; 0 or left out for all that is liked.",
        example: 41),
      .init(
        name: "operations", schema: .array(.object(operationSchema), 0...SyncLikes.operationsMax),
        isRequired: false, meaning: "In any order.", example: nil),
    ], isClosed: true)

  private static let operationSchema = ObjectSchema(
    "LikeOperation", "A tap on the heart of a product.",
    [
      .init(
        name: "op_id", schema: .uuid, isRequired: true,
        meaning: "New for each operation, the same whenever it is sent.",
        example: "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3"),
      .init(
        name: "product_id", schema: .integer(1...), isRequired: true,
        meaning: "Of a product that is or was in the shop.", example: 207),
      .init(
        name: "liked", schema: .boolean, isRequired: true,
        meaning: "Whether it is liked from then on.", example: true),
      .init(
        name: "at", schema: .time, isRequired: true,
        meaning: "When it was done, by the device's clock.", example: "2026-03-01T09:00:00.25Z"),
    ], isClosed: true)
}

extension LikeSyncRoutes {
  init(_ parts: RouteParts) {
    self.init(
      authentication: parts.deviceAuthentication,
      sync: SyncLikes(likes: parts.ports.likes, now: parts.ports.machine.now))
  }
}
