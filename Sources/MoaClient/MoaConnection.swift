import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests to the server.
struct MoaConnection: Sendable {
  let url: URL
  /// The value of `Accept-Language`; nil leaves it to the session.
  let language: String?
  let session: URLSession

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
    if let language { request.setValue(language, forHTTPHeaderField: "Accept-Language") }
    return request
  }

  func answer(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let (content, response) = try await send(request)
    guard let response = response as? HTTPURLResponse else {
      throw MoaError.unreadable(request.url ?? url, "This is no answer of HTTP.")
    }
    return (content, response)
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
