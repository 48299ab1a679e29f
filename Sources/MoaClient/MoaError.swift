public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a request failed.
public enum MoaError: Error, Sendable {
  /// The server refused the request and says why. `retryAfter` is in seconds, when waiting helps.
  case refused(MoaProblem, retryAfter: Int?)
  /// A proxy refused, or the server is not a Moa: its status and address.
  case unexpected(status: Int, URL)
  /// The server cannot be reached.
  case unreachable(URLError)
  /// The answer does not follow the contract; the text is for developers.
  case unreadable(URL, String)
  /// The address cannot be requested.
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

extension MoaError {
  /// Whether asking again changes nothing.
  var isFinal: Bool {
    switch self {
    // The server asks for a request again that came too slowly (408) or was one of too many (429).
    case .refused(let problem, _):
      (400..<500).contains(problem.status) && ![408, 429].contains(problem.status)
    case .unusableAddress: true
    case .unexpected, .unreachable, .unreadable: false
    }
  }

  /// Whether the server, or the network to it, is away.
  var isAway: Bool {
    switch self {
    case .refused(let problem, _): MoaConnection.passing.contains(problem.status)
    case .unexpected(let status, _): MoaConnection.passing.contains(status)
    case .unreachable: true
    case .unreadable, .unusableAddress: false
    }
  }
}

extension MoaError: LocalizedError, CustomDebugStringConvertible {
  /// A sentence for shoppers. The server's errors bring their own, in the language of the request;
  /// the others are in Korean or English, as the device is.
  public var errorDescription: String? {
    switch self {
    case .refused(let problem, _): problem.title
    case .unreachable(let error): error.localizedDescription
    case .unexpected, .unreadable, .unusableAddress:
      Locale.preferredLanguages.first?.hasPrefix("ko") == true
        ? "지금은 상점을 이용할 수 없습니다. 잠시 뒤 다시 시도해 주세요."
        : "The shop is not available right now. Try again in a moment."
    }
  }

  /// The details of the error, for developers.
  public var debugDescription: String {
    switch self {
    case .refused(let problem, let seconds):
      "\(problem.status) \(problem.code): \(problem.sentences)"
        + (problem.requestID.map { " (request \($0))" } ?? "")
        + (seconds.map { " Retry after \($0) s." } ?? "")
    case .unexpected(let status, let url):
      "\(url.absoluteString) answered with the status \(status), not as a Moa does."
    case .unreachable(let error): "The server cannot be reached: \(error)"
    case .unreadable(let url, let why):
      "The answer of \(url.absoluteString) cannot be read: \(why)"
    case .unusableAddress(let url): "No request can be made of \(url.absoluteString)."
    }
  }

  /// How to fix it, if the server says so: the hints of its errors.
  public var recoverySuggestion: String? {
    guard case .refused(let problem, _) = self, let errors = problem.errors, !errors.isEmpty else {
      return nil
    }
    return errors.map(\.hint).joined(separator: " ")
  }
}

extension MoaProblem {
  /// A detail such as "see errors" does not help where they are not seen.
  fileprivate var sentences: String {
    guard let errors, !errors.isEmpty else { return detailInEnglish ?? detail }
    return errors.map { $0.detailInEnglish ?? $0.detail }.joined(separator: " ")
  }
}

/// Why the server refused (RFC 9457).
public struct MoaProblem: Sendable, Hashable, Codable {
  /// A page about the code, on the server.
  public let type: String
  /// The meaning of the code, in the language of the request.
  public let title: String
  /// The answer's status.
  public let status: Int
  /// Stable, for programs: `not_found`.
  public let code: String
  /// One sentence for people.
  public let detail: String
  /// In English, with names and numbers; nil where ``detail`` is in English.
  public let detailInEnglish: String?
  /// As in the server's log.
  public let requestID: String?
  /// The part of a form that is meant.
  public let part: Part?
  /// The mistakes in the request, each with its place.
  public let errors: [Mistake]?

  /// A part of a form, and a byte of it.
  public struct Part: Sendable, Hashable, Codable {
    /// The part's number, from 1.
    public let index: Int?
    /// The part's name.
    public let name: String?
    /// Offset of the wrong byte in the body.
    public let offset: Int?
  }

  /// One mistake in a request.
  public struct Mistake: Sendable, Hashable, Codable {
    /// Its place in a body (RFC 6901).
    public let pointer: String?
    /// The parameter of the query.
    public let parameter: String?
    /// Stable, for programs.
    public let code: String
    /// The mistake, as a sentence.
    public let detail: String
    /// The correction, as a sentence.
    public let hint: String
    /// The largest number that would be taken, such as what is left in stock.
    public let atMost: Int64?
    /// ``detail`` in English, with names and numbers; nil where that is in English.
    public let detailInEnglish: String?
    /// ``hint`` in English; nil where that is in English.
    public let hintInEnglish: String?

    /// The names in JSON.
    public enum CodingKeys: String, CodingKey {
      case pointer
      case parameter
      case code
      case detail
      case hint
      case atMost = "at_most"
      case detailInEnglish = "detail_en"
      case hintInEnglish = "hint_en"
    }
  }

  /// The names in JSON.
  public enum CodingKeys: String, CodingKey {
    case type
    case title
    case status
    case code
    case detail
    case detailInEnglish = "detail_en"
    case requestID = "request_id"
    case part
    case errors
  }
}
