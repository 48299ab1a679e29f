public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a value did not come.
public enum MoaError: Error, Sendable {
  /// The server refused, and says why. `retryAfter` is in seconds, where waiting helps.
  case refused(MoaProblem, retryAfter: Int?)
  /// Something between refused, or the server is none of Moa's: a status, and what came with it.
  case unexpected(status: Int, URL)
  /// The server cannot be reached just now.
  case unreachable(URLError)
  /// What came is not what the contract says; the text is for developers.
  case unreadable(URL, String)
  /// No request can be made of this address.
  case unusableAddress(URL)

  init(_ response: HTTPURLResponse, _ content: Data, from address: URL) {
    guard let problem = try? JSONDecoder().decode(MoaProblem.self, from: content) else {
      self = .unexpected(status: response.statusCode, address)
      return
    }
    self = .refused(
      problem, retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) })
  }
}

extension MoaError: LocalizedError {
  /// What to tell the user. What the server refuses it says itself, in the language of the request.
  public var errorDescription: String? {
    switch self {
    case .refused(let problem, _): problem.sentences
    case .unexpected(let status, _): "The server answered with the status \(status)."
    case .unreachable(let error): error.localizedDescription
    case .unreadable: "The answer of the server cannot be read."
    case .unusableAddress(let url): "No request can be made of \(url.absoluteString)."
    }
  }

  /// What to do, where the server says it: the hints of its errors.
  public var recoverySuggestion: String? {
    guard case .refused(let problem, _) = self, let errors = problem.errors, !errors.isEmpty else {
      return nil
    }
    return errors.map(\.hint).joined(separator: " ")
  }
}

extension MoaProblem {
  /// A detail such as "see errors" is of no use to somebody who does not see them.
  fileprivate var sentences: String {
    guard let errors, !errors.isEmpty else { return detail }
    return errors.map(\.detail).joined(separator: " ")
  }
}

/// Why the server refused (RFC 9457).
public struct MoaProblem: Sendable, Hashable, Codable {
  /// A page about the code, on the server.
  public let type: String
  /// What the code means, in the language of the request.
  public let title: String
  /// Of the answer.
  public let status: Int
  /// Stable, for programs: `not_found`.
  public let code: String
  /// One sentence for people.
  public let detail: String
  /// As it stands in the server's log.
  public let requestID: String?
  /// Which part of a form is meant.
  public let part: Part?
  /// What is wrong with what was sent, each with its place.
  public let errors: [Mistake]?

  /// A part of a form, and a byte of it.
  public struct Part: Sendable, Hashable, Codable {
    /// Of the part, from 1.
    public let index: Int?
    /// Of the part.
    public let name: String?
    /// Bytes of the body before the one that is wrong.
    public let offset: Int?
  }

  /// One thing that is wrong.
  public struct Mistake: Sendable, Hashable, Codable {
    /// Where, in a body (RFC 6901).
    public let pointer: String?
    /// Which parameter of the query.
    public let parameter: String?
    /// Stable, for programs.
    public let code: String
    /// What is wrong.
    public let detail: String
    /// What to write instead.
    public let hint: String
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case type
    case title
    case status
    case code
    case detail
    case requestID = "request_id"
    case part
    case errors
  }
}
