import Domain
import HTTP
import UseCases
import Web

/// `/v1/devices`: shoppers like products without an account, each by the token of a device.
struct DeviceRoutes: RouteGroup {
  static let path = "/v1/devices"
  let authentication: DeviceAuthentication
  let create: CreateDevice
  let merge: MergeDevices
  let devices: any DeviceRepository

  func mount(on router: inout Router) {
    router.on(Self.createEndpoint) { request, _ in
      try await post(request)
    }
    router.on(Self.mergeEndpoint) { request, _ in
      try await merge(request)
    }
    router.on(Self.removeEndpoint) { request, arguments in
      let device = try await authentication.device(of: request)
      try await request.discardBody(upTo: Request.emptyBodyBytesMax)
      if arguments.query[Self.others] {
        try await devices.removeOthers(than: device.id)
      } else {
        _ = try await devices.remove(device.id)
      }
      return .nothing
    }
  }

  private func post(_ request: Request) async throws -> Response {
    try await request.discardBody(upTo: Request.emptyBodyBytesMax)
    let token = try await create(from: request.client.network)
    return Response(
      .created, contentType: "application/json", fields: [.noStore],
      content: .bytes(Wire.device.bytes(token)))
  }

  private func merge(_ request: Request) async throws -> Response {
    let device = try await authentication.device(of: request)
    let document = try await request.json(upTo: Self.bytesMax)
    let token = try Self.other.value(of: document, from: nil)
    try await merge(token, into: device)
    return .nothing
  }

  private static let bytesMax = 4_096

  // MARK: Declarations

  static let endpoints = [createEndpoint, mergeEndpoint, removeEndpoint]

  private static let createEndpoint = Endpoint(
    .post, path, "createDevice", .shoppers, "Register a device",
    .json(Wire.device.schema, "Its token, which is shown once.", status: .created)
  ).with {
    $0.meaning = """
      No authentication required. With the token an app reads and changes what the device likes: \
      keep it where the system keeps secrets. A device that is not seen for 400 days, \
      or without likes for a week, is forgotten.
      """
  }

  private static let mergeEndpoint = Endpoint(
    .post, path + "/merge", "mergeDevices", .shoppers, "Merge two devices",
    .empty(.noContent, "Both have what either of them had.")
  ).with {
    $0.meaning = """
      What the other device likes and has looked at moves to this one, without doubles, and the other \
      one goes on with it. Repeating it changes nothing.
      """
    $0.access = .device
    $0.body = .json(
      other, "The other device.", example: ["token": .string(exampleToken)])
    $0.refusals = [.conflict]
  }

  private static let removeEndpoint = Endpoint(
    .delete, path, "removeDevice", .shoppers, "Remove a device",
    .empty(.noContent, "Its token is no longer valid.")
  ).with {
    $0.meaning = """
      Takes the token back, as when a shopper signs out. Likes and views go with the last device that \
      has them. With `others`, the devices merged with this one are removed instead: do that when one \
      of them was lost.
      """
    $0.access = .device
    $0.query = [others.declaration]
  }

  private static let others = QueryParameter.flag(
    "others", "Removes the devices merged with this one, and not this one.")

  private static let other = BodyObject<String>(
    "DeviceMerge", "The other device.",
    .required("token", .text, "The other device's token.", .string(exampleToken)))

  static let exampleToken = "moa_device_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
}

extension DeviceRoutes {
  init(_ parts: RouteParts) {
    let (ports, machine) = (parts.ports, parts.ports.machine)
    self.init(
      authentication: parts.deviceAuthentication,
      create: CreateDevice(
        devices: ports.devices, secretDigest: machine.secretDigest,
        randomBytes: machine.randomBytes, now: machine.now,
        rate: parts.policies.newDevices),
      merge: MergeDevices(devices: ports.devices, authenticate: parts.authenticateDevice),
      devices: ports.devices)
  }
}

extension Request {
  /// Of a body where none is read: some clients send `{}` with every write.
  static let emptyBodyBytesMax = 4_096
}

extension Response {
  /// Success without content. No cache keeps it.
  static let nothing = Response(.noContent, fields: [.noStore])

  /// JSON for one device, which no cache keeps.
  static func personal(_ bytes: [UInt8], in language: Language? = nil) -> Response {
    Response(
      .ok, contentType: "application/json", fields: [.noStore] + (language?.fields ?? []),
      content: .bytes(bytes))
  }
}
