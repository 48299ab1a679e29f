public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// How a ``Moa`` sends its requests.
public struct MoaOptions: Sendable {
  /// Fields of every request, such as `X-App-Version`. Answers are stored for their values; tokens
  /// that change belong into ``prepare``.
  public var headers: [String: String] = [:]
  /// Changes a request before it is sent, for tokens of a proxy that run out. It is called again
  /// for each repetition.
  public var prepare: (@Sendable (inout URLRequest) async throws -> Void)?
  /// Receives each exchange when it is over, for a log. It holds no secrets.
  public var observe: (@Sendable (MoaExchange) -> Void)?
  /// How often a read is sent again when the connection broke or the server was not available for a
  /// moment. Writes of likes are sent again by themselves.
  public var readRepeatsMax = 1

  /// Options that change nothing.
  public init() {}
}

/// A request that is over.
public struct MoaExchange: Sendable {
  /// The method of the request.
  public let method: String
  /// The address with its query.
  public let url: URL
  /// The status of the answer; nil without one.
  public let status: Int?
  /// Names the request in the log of the server: `X-Request-Id`.
  public let requestID: String?
  /// From the request to the whole answer, in seconds.
  public let duration: TimeInterval
  /// Why there is no answer.
  public let error: (any Error)?
}

/// The values that all copies of one ``Moa`` share.
final class SharedSettings: @unchecked Sendable {
  // Unchecked: the lock guards the language.
  private let lock = NSLock()
  private var kept: String?
  let options: MoaOptions

  init(_ language: String?, _ options: MoaOptions) {
    kept = language
    self.options = options
  }

  var language: String? {
    get { lock.withLock { kept } }
    set { lock.withLock { kept = newValue } }
  }
}
