import Foundation
import ViewData

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Reads the shop: from the server, or from the disk while it is away.
struct ShopReader: Sendable {
  var connection: MoaConnection
  let answers: StoredAnswers

  /// All but the address that answers depend on.
  var variant: [String] { Self.variant(of: connection.request(connection.url)) }

  private static func variant(of request: URLRequest) -> [String] {
    var fields = request.allHTTPHeaderFields ?? [:]
    // The session sends these.
    let preferred = Locale.preferredLanguages.joined(separator: ",")
    fields["Accept-Language"] = fields["Accept-Language"] ?? preferred
    return fields.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
  }

  /// The name under which the answer to a request is stored: two hashes of all that it depends on,
  /// since fields may be secret.
  ///
  /// - Parameter device: the end of its token, for an answer of its own.
  func question(_ request: URLRequest, device: String = "") -> String {
    let address = request.url?.absoluteString ?? ""
    let text = ([address, device] + Self.variant(of: request)).joined(separator: "\n")
    let hashes = [0xcbf2_9ce4_8422_2325, 0x9ae1_6a3b_2f90_404f].map { (start: UInt64) in
      text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
    return hashes.map { String($0, radix: 16) }.joined(separator: "-")
  }

  private func request<Value>(for read: MoaRead<Value>) throws -> URLRequest {
    connection.request(try connection.address(read.path, read.query))
  }

  func question<Value>(_ read: MoaRead<Value>) throws -> String { question(try request(for: read)) }

  /// From the server; from the disk if that is away.
  func answer<Value>(_ read: MoaRead<Value>) async throws -> Answer<Value> {
    do {
      return try await load(read).answer(isStored: false)
    } catch let error as MoaError where error.isAway {
      guard let stored = try await stored(read) else { throw error }
      return stored.answer(isStored: true)
    }
  }

  /// Nil when it is not on the disk, or only as an earlier version of the app read it.
  func stored<Value>(_ read: MoaRead<Value>) async throws -> LoadedAnswer<Value>? {
    guard read.isStored, let record = await answers.answer(to: try question(read)) else {
      return nil
    }
    return (try? read.decode(record.content)).map { LoadedAnswer(value: $0, record: record) }
  }

  /// From the server, which tells whether what is stored is still valid.
  func load<Value>(_ read: MoaRead<Value>) async throws -> LoadedAnswer<Value> {
    // One language for all, also if it changes meanwhile.
    var request = try request(for: read)
    let address = request.url ?? connection.url
    let question = question(request)
    let kept = read.isStored ? await answers.answer(to: question) : nil
    // Known before the request is sent: later changes have later numbers.
    let next = await answers.next
    if let tag = kept?.tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
    let (content, response) = try await connection.read(request)
    // From a memory on the way, it may be older than the cursor.
    let since = response.value(forHTTPHeaderField: "Age") == nil ? next : nil
    var record = StoredAnswer(
      question: question, content: content, tag: response.value(forHTTPHeaderField: "ETag"),
      since: since, confirmed: LikeTime.now)
    if response.statusCode == 304, let kept {
      (record.content, record.tag) = (kept.content, kept.tag)
    } else if response.statusCode != 200 {
      let error = MoaError(response, content, from: address)
      if error.isFinal { await answers.remove(question) }
      throw error
    }
    let value: Value
    do {
      value = try read.decode(record.content)
    } catch {
      guard response.statusCode == 304 else {
        throw MoaError.unreadable(address, String(describing: error))
      }
      // As an earlier version of the app read it.
      await answers.remove(question)
      return try await load(read)
    }
    if read.isStored { await answers.keep(record) }
    return LoadedAnswer(value: value, record: record)
  }

  /// The changes of some products and of the shop's screens.
  ///
  /// - Parameters:
  ///   - cursor: of the answer before; nil begins.
  ///   - products: at most ``Changes/productsMax``.
  func changes(since cursor: String?, of products: Set<Int64>) async throws -> ShopChanges {
    var query: [URLQueryItem] = []
    if let cursor {
      let ids = products.sorted().map(String.init).joined(separator: ",")
      query = [
        URLQueryItem(name: "since", value: cursor), URLQueryItem(name: "products", value: ids),
      ]
    }
    let address = try connection.address("/v1/changes", query)
    let (content, response) = try await connection.read(connection.request(address))
    guard response.statusCode == 200 else { throw MoaError(response, content, from: address) }
    let changes: ShopChanges = try MoaConnection.decoded(content, from: address)
    await answers.remember(changes.next)
    return changes
  }
}

/// An answer as it is shown, and as it is stored.
struct LoadedAnswer<Value: Sendable & Equatable>: Sendable {
  var value: Value
  var record: StoredAnswer

  func answer(isStored: Bool) -> Answer<Value> {
    let seconds = TimeInterval(record.confirmed) / 1_000_000
    return Answer(
      value, isStored: isStored, confirmedAt: Date(timeIntervalSince1970: seconds))
  }
}
