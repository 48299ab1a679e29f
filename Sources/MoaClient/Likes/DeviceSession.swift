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
  /// The token of the device that is being removed: its requests do not register another one.
  private var leaving: String?

  /// The request is no longer to be sent.
  private struct Unwanted: Error {}

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
    let address = try connection.address(path, query)
    let request = connection.request(address)
    do {
      let answer = try await answer(to: request)
      let value: Value = try MoaConnection.decoded(answer.content, from: address)
      let question = reader.question(request, device: Self.mark(answer.token))
      let record = StoredAnswer(
        question: question, content: answer.content, confirmed: LikeTime.now)
      // Not when the device was removed meanwhile.
      await reader.answers.keep(record) { [tokens = storage.tokens] in
        (try? tokens.read()) == answer.token
      }
      return LoadedAnswer(value: value, record: record).answer(isStored: false)
    } catch let error as MoaError where error.isAway {
      guard let token = try storage.tokens.read(),
        let record = await reader.answers.answer(
          to: reader.question(request, device: Self.mark(token)))
      else { throw error }
      let value: Value = try MoaConnection.decoded(record.content, from: address)
      return LoadedAnswer(value: value, record: record).answer(isStored: true)
    }
  }

  static func mark(_ token: String) -> String { String(token.suffix(6)) }

  func get<Value: Decodable & Sendable>(
    _ path: String, _ query: [URLQueryItem] = [], as type: Value.Type = Value.self
  ) async throws -> Value {
    let address = try connection.address(path, query)
    let content = try await answer(to: connection.request(address)).content
    return try MoaConnection.decoded(content, from: address)
  }

  func post<Value: Decodable & Sendable>(
    _ path: String, _ body: some Encodable & Sendable, as type: Value.Type = Value.self
  ) async throws -> Value {
    let request = try request("POST", path, body)
    let content = try await answer(to: request).content
    return try MoaConnection.decoded(content, from: request.url ?? connection.url)
  }

  /// Sends a request whose answer has no content.
  ///
  /// - Parameter isWanted: whether it is still to be sent; asked when nothing else can remove the
  ///   device before.
  func send(
    _ method: String, _ path: String, _ body: (some Encodable & Sendable)?,
    if isWanted: @Sendable () throws -> Bool = { true }
  ) async throws {
    do {
      _ = try await answer(to: request(method, path, body), if: isWanted)
    } catch is Unwanted {}
  }

  private func request(
    _ method: String, _ path: String, _ body: (some Encodable & Sendable)?
  ) throws -> URLRequest {
    var request = connection.request(try connection.address(path))
    request.httpMethod = method
    if let body {
      request.httpBody = try JSONEncoder().encode(body)
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  /// A device that the server has forgotten is registered anew, once.
  private func answer(
    to request: URLRequest, if isWanted: @Sendable () throws -> Bool = { true }
  ) async throws -> (content: Data, token: String) {
    let address = request.url ?? connection.url
    for attempt in 1...2 {
      guard try isWanted() else { throw Unwanted() }
      let token = try await currentToken()
      let (content, response) = try await connection.answer(to: request.with(token))
      if (200..<300).contains(response.statusCode) { return (content, token) }
      guard response.statusCode == 401, attempt == 1, token != leaving, try forget(token) else {
        throw MoaError(response, content, from: address)
      }
    }
    throw MoaError.unusableAddress(address)
  }

  /// Removes this device from the server, and forgets its token and all answers; or removes the
  /// others merged with it. A device that was never registered, or that the server no longer knows,
  /// is only forgotten.
  ///
  /// - Parameter forgetting: forgets what the device knows, before its token: nothing of it may be
  ///   sent as another device.
  func remove(others: Bool, _ forgetting: @Sendable () throws -> Void) async throws {
    _ = try? await creating?.value
    guard let token = try storage.tokens.read() else { return try forgetting() }
    if !others { leaving = token }
    defer { if !others { leaving = nil } }
    let query = others ? [URLQueryItem(name: "others", value: "true")] : []
    let address = try connection.address("/v1/devices", query)
    var request = connection.request(address)
    request.httpMethod = "DELETE"
    let (content, response) = try await connection.answer(to: request.with(token))
    let isUnknown = response.statusCode == 401
    guard isUnknown || (200..<300).contains(response.statusCode) else {
      throw MoaError(response, content, from: address)
    }
    guard isUnknown || !others else { return }
    try forgetting()
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

extension URLRequest {
  /// The same as a device.
  fileprivate func with(_ token: String) -> Self {
    var request = self
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }
}
