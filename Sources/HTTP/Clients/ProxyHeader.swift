/// The header that a proxy sends before the client's first byte: PROXY protocol, version 1 or 2.
///
/// Source: HAProxy, "The PROXY protocol", versions 1 & 2, §2.
public struct ProxyHeader: Sendable, Hashable {
  /// The client of the connection.
  public enum Source: Sendable, Hashable {
    /// For the proxy itself, such as a health check.
    case proxy
    /// For a client at this address.
    case client(ClientAddress)
    /// For a client whose address the proxy does not know, or that has none.
    case hiddenClient
  }

  /// The client of the connection.
  public let source: Source
  /// Whether the client spoke TLS to the proxy; only version 2 can tell.
  public let isEncrypted: Bool

  /// How far reading has come.
  public enum Progress: Sendable, Hashable {
    /// The bytes may be the beginning of a header.
    case needMore
    /// A header, and how many bytes it took.
    case complete(ProxyHeader, consumed: Int)
  }

  /// Bytes of a whole header.
  ///
  /// Longest addresses need 232; the rest is for extensions. nginx takes 4,096 too.
  public static let bytesMax = 4_096
  /// Bytes of version 1 with its line end, for the longest addresses. Source: §2.1.
  static let lineBytesMax = 107

  /// Reads `bytes`, all that was received since the connection was opened.
  ///
  /// Does no I/O and keeps no state: call it again with more.
  /// - Throws: at the first byte that no header has; close the connection without an answer then,
  ///   because its reader is unknown.
  public static func read(
    _ bytes: UnsafeRawBufferPointer
  ) throws(ProxyHeaderError) -> Progress {
    switch bytes.first {
    case nil: return .needMore
    case 0x50: return try ProxyHeaderLine.read(bytes)
    case Octet.carriageReturn: return try ProxyHeaderBlock.read(bytes)
    default: throw .notAHeader(at: 0)
    }
  }
}

/// Why bytes are no PROXY header; `at` counts from the first byte of the connection.
public enum ProxyHeaderError: Error, Hashable, Sendable {
  /// The client, or a proxy that was not told to, speaks something else.
  case notAHeader(at: Int)
  case malformed(at: Int)
  case tooLong(limit: Int)
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes are a beginning of `whole`, or begin with it.
  func agrees(with whole: StaticString) throws(ProxyHeaderError) -> Bool {
    let length = whole.utf8CodeUnitCount
    for index in 0..<Swift.min(count, length) where self[index] != whole.utf8Start[index] {
      throw .notAHeader(at: index)
    }
    return count >= length
  }
}
