import Foundation
import ViewData

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests as this device, which the server registers at the first one.
actor DeviceSession {
  private let reader: ShopReader
  private var connection: MoaConnection { reader.connection }
  private let storage: MoaStorage
  /// The registration that is under way.
  private var creating: Task<String, any Error>?

  init(_ reader: ShopReader, _ storage: MoaStorage) {
    self.reader = reader
    self.storage = storage
  }

  struct Created: Codable, Sendable {
    let token: String
  }

  /// The token, which is stored before it is used. It is read each time, since another process may
  /// have registered the device anew.
  func currentToken() async throws -> String {
    if let kept = try storage.tokens.read() { return kept }
    if let creating { return try await creating.value }
    let task = Task { try await create() }
    creating = task
    defer { creating = nil }
    return try await task.value
  }

  /// Whether this device is registered, as far as the app can tell.
  var isKnown: Bool {
    get throws { try storage.tokens.read() != nil }
  }

  private func create() async throws -> String {
    let address = try connection.address("/v1/devices")
    var request = connection.request(address)
    request.httpMethod = "POST"
    let (content, response) = try await connection.answer(to: request)
    guard response.statusCode == 201 else { throw MoaError(response, content, from: address) }
    let created = try MoaConnection.decoded(content, from: address, as: Created.self).token
    return try storage.place.locked {
      // The first of two processes decides; the server forgets a device without likes.
      if let kept = try storage.tokens.read() { return kept }
      try storage.tokens.write(created)
      return created
    }
  }

  // MARK: Asking

  /// From the server; from the disk while it is away, as this device had it last.
  func read<Value: Decodable & Sendable & Equatable>(
    _ path: String, _ query: [URLQueryItem] = [], as type: Value.Type = Value.self
  ) async throws -> Answer<Value> {
    let mark = try storage.tokens.read()?.suffix(6) ?? ""
    let address = try connection.address(path, query)
    let question = reader.question(address, device: String(mark))
    do {
      let (content, _) = try await answer("GET", path, query)
      let record = StoredAnswer(question: question, content: content, confirmed: LikeTime.now)
      let value: Value = try MoaConnection.decoded(content, from: address)
      await reader.answers.keep(record)
      return LoadedAnswer(value: value, record: record).answer(isStored: false)
    } catch let error as MoaError where error.isAway {
      guard let record = await reader.answers.answer(to: question) else { throw error }
      let value: Value = try MoaConnection.decoded(record.content, from: address)
      return LoadedAnswer(value: value, record: record).answer(isStored: true)
    }
  }

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
      guard response.statusCode == 401, attempt == 1, try forget(token) else {
        throw MoaError(response, content, from: address)
      }
    }
    throw MoaError.unusableAddress(address)
  }

  /// Removes this device from the server, and forgets its token and all answers; or removes the
  /// others merged with it. Does nothing for a device that was never registered, or that the server
  /// no longer knows.
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
    guard isUnknown || !others else { return }
    _ = try forget(token)
    await reader.answers.removeAll()
  }

  /// - Returns: whether to go on: not when the device was removed by the app meanwhile.
  private func forget(_ refused: String) throws -> Bool {
    try storage.place.locked {
      let kept = try storage.tokens.read()
      if kept == refused { try storage.tokens.write(nil) }
      return kept != nil
    }
  }
}
