import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests to the server.
struct MoaConnection: Sendable {
  let url: URL
  let session: URLSession
  let settings: SharedSettings
  /// Fields of each request, besides those of the options.
  var headers: [String: String] = [:]

  func address(_ path: String, _ query: [URLQueryItem] = []) throws -> URL {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      throw MoaError.unusableAddress(url)
    }
    while parts.path.hasSuffix("/") { parts.path.removeLast() }
    parts.path += path
    if !query.isEmpty {
      parts.queryItems = query
      // Servers read a plus sign as a space, and this type does not escape it.
      parts.percentEncodedQuery = parts.percentEncodedQuery?
        .replacingOccurrences(of: "+", with: "%2B")
    }
    guard let address = parts.url else { throw MoaError.unusableAddress(url) }
    return address
  }

  func request(_ address: URL) -> URLRequest {
    var request = URLRequest(url: address)
    // The store asks the server whether an answer is still valid; a second cache would answer in
    // its place.
    request.cachePolicy = .reloadIgnoringLocalCacheData
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let language = settings.language {
      request.setValue(language, forHTTPHeaderField: "Accept-Language")
    }
    for (name, value) in settings.options.headers.merging(headers, uniquingKeysWith: { $1 }) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }

  /// Sends a read, again if the server was not available for a moment.
  func read(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    var repeats = 0
    while true {
      let isLast = repeats >= settings.options.readRepeatsMax
      do {
        let answer = try await answer(to: request)
        if isLast || !Self.passing.contains(answer.1.statusCode) { return answer }
      } catch MoaError.unreachable(let error) where !isLast && Self.broken.contains(error.code) {}
      // Not all clients of a server that returns at the same time.
      try await Task.sleep(nanoseconds: UInt64(Double.random(in: 0.3...0.6) * 1e9) << repeats)
      repeats += 1
    }
  }

  /// Statuses that a proxy or a server answers with for a moment.
  static let passing: Set = [502, 503, 504]
  private static let broken: Set<URLError.Code> = [.networkConnectionLost, .cannotConnectToHost]

  func answer(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    var request = request
    try await settings.options.prepare?(&request)
    let start = ProcessInfo.processInfo.systemUptime
    func end(_ response: HTTPURLResponse?, _ error: (any Error)? = nil) {
      settings.options.observe?(
        MoaExchange(
          method: request.httpMethod ?? "GET", url: request.url ?? url,
          status: response?.statusCode,
          requestID: response?.value(forHTTPHeaderField: "X-Request-Id"),
          duration: ProcessInfo.processInfo.systemUptime - start, error: error))
    }
    do {
      let (content, response) = try await send(request)
      guard let response = response as? HTTPURLResponse else {
        throw MoaError.unreadable(request.url ?? url, "This is no answer of HTTP.")
      }
      end(response)
      return (content, response)
    } catch {
      end(nil, error)
      throw error
    }
  }

  private func send(_ request: URLRequest) async throws -> (Data, URLResponse) {
    do {
      return try await session.data(for: request)
    } catch {
      // A connection that a delegate refuses is cancelled too, although the task was not.
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      throw MoaError.unreachable(
        error as? URLError ?? URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error]))
    }
  }

  static func decoded<Value: Decodable & Sendable>(
    _ content: Data, from address: URL, as type: Value.Type = Value.self
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: content)
    } catch {
      throw MoaError.unreadable(address, String(describing: error))
    }
  }
}
