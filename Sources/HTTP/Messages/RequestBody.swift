/// The body of a request, read piece by piece with backpressure.
///
/// The first read lets the engine send `100 Continue` to a client that waits for it, so a handler
/// checks route, credentials and length before it reads.
/// Source: RFC 9110 §10.1.1.
public struct RequestBody: Sendable {
  /// No body at all.
  public static let empty = RequestBody(length: 0, source: nil)

  /// The announced length in bytes, or nil when the body is chunked.
  public let length: Int?
  let source: (any BodySource)?

  /// A body of that length, in bytes (nil: unknown), read from `source` (nil: no body).
  public init(length: Int?, source: (any BodySource)?) {
    self.length = length
    self.source = source
  }

  /// Returns the next bytes, or nil at the end of the body.
  public func next() async throws(BodyError) -> [UInt8]? {
    guard let source else { return nil }
    return try await source.next()
  }

  /// Returns the next bytes for a reader that keeps them until it has answered, or nil at the end
  /// of the body. The server limits the bytes that all readers keep.
  ///
  /// - Throws: `.overloaded` when this limit is reached.
  public func nextToKeep() async throws(BodyError) -> [UInt8]? {
    guard let source else { return nil }
    return try await source.nextToKeep()
  }

  /// Counts bytes of a body that is read piece by piece, of which its reader keeps these until it
  /// has answered.
  ///
  /// - Throws: `.overloaded` when all readers together would keep more than the server allows.
  public func keep(_ bytes: Int) async throws(BodyError) {
    guard let source else { return }
    try await source.keep(bytes)
  }

  /// Reads the rest of a rejected body, and drops it.
  ///
  /// Most clients read the answer only after they have sent everything: if the connection is closed
  /// earlier, they see a broken pipe and never learn why. It is closed after `limit` bytes, or when
  /// the client takes too long for a rest that nothing is done with.
  public func drop(upTo limit: Int) async {
    await source?.drop(upTo: limit)
  }

  /// Whether the client has gone, or has ended its side, since it sent the body, so that no client
  /// will read the answer. For handlers that are about to do something expensive.
  ///
  /// A client that only ended its side and still reads cannot be told apart; those that send bodies
  /// and wait for an answer do not do that. Source: RFC 9112 §9.6.
  public func isAbandoned() async -> Bool {
    guard let source else { return false }
    return await source.isAbandoned()
  }

  /// Returns the whole body.
  ///
  /// - Throws: `.tooLarge` as soon as the announced or received length passes `limit` bytes,
  ///   `.overloaded` when the server has no memory left for it.
  public func collect(upTo limit: Int) async throws(BodyError) -> [UInt8] {
    if let length, length > limit { throw .tooLarge(limit: limit) }
    var bytes: [UInt8] = []
    while let piece = try await nextToKeep() {
      guard bytes.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
      guard !bytes.isEmpty else {
        bytes = piece
        continue
      }
      // Growing by doubling would hold the old bytes beside the new ones.
      if let length { bytes.reserveCapacity(length) }
      bytes.append(contentsOf: piece)
    }
    return bytes
  }
}

/// Where a body comes from: a connection, or a test. It has one reader at a time.
public protocol BodySource: AnyObject, Sendable {
  /// Returns the next bytes, or nil at the end of the body.
  func next() async throws(BodyError) -> [UInt8]?
  /// The same for a reader that keeps the bytes until it has answered, so that they count.
  func nextToKeep() async throws(BodyError) -> [UInt8]?
  /// Counts bytes that a reader of pieces keeps until it has answered.
  func keep(_ bytes: Int) async throws(BodyError)
  /// Reads further bytes and drops them; ends at the end of the body, or soon after `limit` bytes.
  func drop(upTo limit: Int) async
  /// Whether the client has gone.
  func isAbandoned() async -> Bool
}

extension BodySource {
  /// For sources without a budget.
  public func nextToKeep() async throws(BodyError) -> [UInt8]? { try await next() }

  /// The same.
  public func keep(_ bytes: Int) async throws(BodyError) {}

  /// For sources without deadlines.
  public func drop(upTo limit: Int) async {
    var count = 0
    while count < limit, let piece = try? await next() { count += piece.count }
  }

  /// For sources without a client.
  public func isAbandoned() async -> Bool { false }
}

/// Why a body cannot be read to its end.
public enum BodyError: Error, Equatable {
  /// Larger than the route allows, in bytes (413).
  case tooLarge(limit: Int)
  /// The framing is broken; the engine answers and closes, whatever the handler returns.
  case malformed(ParseError)
  /// The client was too slow (408); the engine answers and closes.
  case tooSlow
  /// The server holds as much as it may for all its clients (503); the engine answers and closes.
  case overloaded
  /// The client has gone and will not read an answer.
  case disconnected
}
