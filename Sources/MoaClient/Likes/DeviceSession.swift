import Foundation
public import ViewData

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests as this device, which the server registers at the first one.
actor DeviceSession {
  private let connection: MoaConnection
  private let tokens: any DeviceTokenStorage
  private var token: String?
  /// The registration that is under way.
  private var creating: Task<String, any Error>?

  init(_ connection: MoaConnection, _ tokens: any DeviceTokenStorage) {
    self.connection = connection
    self.tokens = tokens
  }

  struct Created: Codable, Sendable {
    let token: String
  }

  /// The token, which is stored before it is used.
  func currentToken() async throws -> String {
    if let token { return token }
    if let kept = try tokens.read() {
      token = kept
      return kept
    }
    if let creating { return try await creating.value }
    let task = Task { try await create() }
    creating = task
    defer { creating = nil }
    return try await task.value
  }

  /// Whether this device is registered, as far as the app can tell.
  var isKnown: Bool {
    get throws { try token != nil || tokens.read() != nil }
  }

  private func create() async throws -> String {
    let address = try connection.address("/v1/devices")
    var request = connection.request(address)
    request.httpMethod = "POST"
    let (content, response) = try await connection.answer(to: request)
    guard response.statusCode == 201 else { throw MoaError(response, content, from: address) }
    let created = try MoaConnection.decoded(content, from: address, as: Created.self).token
    try tokens.write(created)
    token = created
    return created
  }

  // MARK: Asking

  func get<Value: Decodable & Sendable>(
    _ path: String, _ query: [URLQueryItem] = [], as type: Value.Type = Value.self
  ) async throws -> Value {
    let (content, address) = try await answer("GET", path, query)
    return try MoaConnection.decoded(content, from: address)
  }

  func post<Value: Decodable & Sendable>(
    _ path: String, _ body: some Encodable & Sendable, as type: Value.Type = Value.self
  ) async throws -> Value {
    let (content, address) = try await answer("POST", path, body: JSONEncoder().encode(body))
    return try MoaConnection.decoded(content, from: address)
  }

  /// Sends a request whose answer has no content.
  func send(_ method: String, _ path: String, _ body: (some Encodable & Sendable)?) async throws {
    _ = try await answer(method, path, body: body.map { try JSONEncoder().encode($0) })
  }

  /// A device that the server has forgotten is registered anew, once.
  private func answer(
    _ method: String, _ path: String, _ query: [URLQueryItem] = [], body: Data? = nil
  ) async throws -> (Data, URL) {
    let address = try connection.address(path, query)
    for attempt in 1...2 {
      let token = try await currentToken()
      var request = connection.request(address)
      request.httpMethod = method
      request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
      if let body {
        request.httpBody = body
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      }
      let (content, response) = try await connection.answer(to: request)
      if (200..<300).contains(response.statusCode) { return (content, address) }
      guard response.statusCode == 401, attempt == 1 else {
        throw MoaError(response, content, from: address)
      }
      try forget(token)
    }
    throw MoaError.unusableAddress(address)
  }

  /// Removes this device from the server, whose token is then forgotten, or the others merged with
  /// it. Does nothing for a device that was never registered, or that the server no longer knows.
  func remove(others: Bool) async throws {
    guard try isKnown else { return }
    let token = try await currentToken()
    let query = others ? [URLQueryItem(name: "others", value: "true")] : []
    let address = try connection.address("/v1/devices", query)
    var request = connection.request(address)
    request.httpMethod = "DELETE"
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (content, response) = try await connection.answer(to: request)
    let isUnknown = response.statusCode == 401
    guard isUnknown || (200..<300).contains(response.statusCode) else {
      throw MoaError(response, content, from: address)
    }
    if isUnknown || !others { try forget(token) }
  }

  private func forget(_ refused: String) throws {
    guard token == refused else { return }
    token = nil
    try tokens.write(nil)
  }
}

/// The products that were viewed last, on this device and on others that share its likes.
public struct RecentViews: Sendable {
  private let device: DeviceSession

  init(_ device: DeviceSession) {
    self.device = device
  }

  /// Records a product view.
  public func add(_ product: Int64) async throws {
    try await device.send("PUT", "/v1/recent/\(product)", nil as String?)
  }

  /// Forgets all views.
  public func clear() async throws {
    try await device.send("DELETE", "/v1/recent", nil as String?)
  }

  /// At most a hundred products, the latest view first, without removed products.
  public func list() async throws -> [ProductCell] {
    try await device.get("/v1/recent", as: Moa.Items<ProductCell>.self).items
  }
}
