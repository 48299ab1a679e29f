/// Reads the parts of a form one after another while they arrive, with backpressure.
///
/// Holds at most what the body hands over at once. One task uses it; a part that is not read to its
/// end is skipped by `nextPart()`.
public final class MultipartReader {
  private let body: RequestBody
  private var parser: MultipartParser
  /// The last piece of the body, and how much of it was read.
  private var piece: [UInt8] = []
  private var consumed = 0
  /// The part whose data comes next, or nil between parts.
  private var current: Int?
  private var isComplete = false
  private var failure: MultipartReadError?

  /// A reader of the body of `request`, of which nothing is read yet.
  ///
  /// - Throws: the mistake in its Content-Type, or `.bodyTooLarge` when its announced length is
  ///   above the limit.
  public init(
    _ request: Request, limits: MultipartLimits = MultipartLimits()
  ) throws(MultipartError) {
    parser = MultipartParser(try MultipartBoundary(of: request.fields), limits: limits)
    body = request.body
    if let length = body.length, length > limits.bodyBytes {
      throw MultipartError(.bodyTooLarge(limit: limits.bodyBytes))
    }
  }

  /// Returns the next part, or nil when the body was read to its end.
  public func nextPart() async throws(MultipartReadError) -> MultipartPartBody? {
    while let index = current { _ = try await data(of: index) }
    var none: [UInt8] = []
    while let event = try await advance(into: &none) {
      guard case .began(let head) = event else { continue }
      current = head.index
      return MultipartPartBody(head: head, reader: self)
    }
    return nil
  }

  /// The next data of that part, or nil at its end or when the reader has gone on.
  fileprivate func data(of index: Int) async throws(MultipartReadError) -> [UInt8]? {
    while current == index {
      var data: [UInt8] = []
      let event = try await advance(into: &data)
      if event == .partEnded { current = nil }
      if !data.isEmpty { return data }
    }
    return nil
  }

  /// Reads on up to the next event, or until the piece at hand is used up. Nil at the end.
  private func advance(
    into data: inout [UInt8]
  ) async throws(MultipartReadError) -> MultipartProgress.Event? {
    if let failure { throw failure }
    guard !isComplete else { return nil }
    do throws(MultipartReadError) {
      guard try await hasPiece() else {
        isComplete = true
        return nil
      }
      return try parse(into: &data)
    } catch {
      failure = error
      throw error
    }
  }

  /// Fetches the next piece when the last one is used up. False at the end of the body.
  private func hasPiece() async throws(MultipartReadError) -> Bool {
    while consumed == piece.count {
      guard let next = try await fetch() else {
        do throws(MultipartError) {
          try parser.finish()
        } catch {
          throw .form(error)
        }
        return false
      }
      piece = next
      consumed = 0
    }
    return true
  }

  private func fetch() async throws(MultipartReadError) -> [UInt8]? {
    do throws(BodyError) {
      return try await body.next()
    } catch {
      throw .body(error)
    }
  }

  /// Counts bytes that the caller keeps until it has answered.
  fileprivate func keep(_ bytes: Int) async throws(MultipartReadError) {
    do throws(BodyError) {
      try await body.keep(bytes)
    } catch {
      failure = .body(error)
      throw .body(error)
    }
  }

  private func parse(
    into data: inout [UInt8]
  ) throws(MultipartReadError) -> MultipartProgress.Event {
    var outcome = Result<MultipartProgress, MultipartError>.success(
      MultipartProgress(consumed: 0, event: .needMore))
    piece.withUnsafeBytes { bytes in
      let rest = bytes.slice(consumed, bytes.count)
      outcome = Result { () throws(MultipartError) in try parser.parse(rest, into: &data) }
    }
    do throws(MultipartError) {
      let progress = try outcome.get()
      consumed += progress.consumed
      return progress.event
    } catch {
      throw .form(error)
    }
  }
}

/// One part of a form, whose data is still to be read.
public struct MultipartPartBody {
  /// The head of the part.
  public let head: MultipartPart
  private let reader: MultipartReader

  fileprivate init(head: MultipartPart, reader: MultipartReader) {
    self.head = head
    self.reader = reader
  }

  /// Returns the next bytes of the data, or nil at its end.
  public func next() async throws(MultipartReadError) -> [UInt8]? {
    try await reader.data(of: head.index)
  }

  /// Returns the rest of the data, which counts as kept until the request is answered.
  ///
  /// - Throws: `.partTooLarge` as soon as it passes `limit` bytes, `.overloaded` when the server
  ///   has no memory left for it.
  public func collect(upTo limit: Int) async throws(MultipartReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try await next() {
      guard bytes.count + piece.count <= limit else {
        throw .form(
          MultipartError(
            .partTooLarge(limit: limit), part: head.index, name: head.name,
            offset: head.dataOffset + limit))
      }
      try await reader.keep(piece.count)
      if bytes.isEmpty { bytes = piece } else { bytes.append(contentsOf: piece) }
    }
    return bytes
  }
}

/// Why a form cannot be read to its end.
public enum MultipartReadError: Error, Equatable {
  /// It breaks a rule.
  case form(MultipartError)
  /// The body that carries it cannot be read.
  case body(BodyError)
}
