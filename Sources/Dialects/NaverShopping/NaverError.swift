import HTTP
import Web

/// An error of Naver's search: code, status and message.
///
/// Clients distinguish the codes, so these are the only ones. Source: naver/naver-openapi-guide,
/// `ko/service-apis/search/shopping/shopping.md` and `ko/errorcode.md`; 024 has the message of the
/// live service.
enum NaverError: String, Error, CaseIterable {
  case query = "SE01"
  case display = "SE02"
  case start = "SE03"
  case sort = "SE04"
  case api = "SE05"
  case encoding = "SE06"
  case system = "SE99"
  case authentication = "024"
  case rate = "012"

  var status: Status {
    switch self {
    case .query, .display, .start, .sort, .encoding: .badRequest
    case .api: .notFound
    case .system: .internalServerError
    case .authentication: .unauthorized
    case .rate: .tooManyRequests
    }
  }

  var message: String {
    switch self {
    case .query: "Incorrect query request (잘못된 쿼리요청입니다.)"
    case .display: "Invalid display value (부적절한 display 값입니다.)"
    case .start: "Invalid start value (부적절한 start 값입니다.)"
    case .sort: "Invalid sort value (부적절한 sort 값입니다.)"
    case .api: "Invalid search api (존재하지 않는 검색 api 입니다.)"
    case .encoding: "Malformed encoding (잘못된 형식의 인코딩입니다.)"
    case .system: "System Error (시스템 에러)"
    case .authentication: "Authentication failed. (인증에 실패했습니다.)"
    case .rate: "Rate limit exceeded. (속도 제한을 초과했습니다.)"
    }
  }

  /// The response with this error.
  ///
  /// - Parameter detail: a more exact text, which Naver writes before its own.
  func response(_ detail: String? = nil, in form: NaverForm) -> Response {
    NaverRefusal(code: self, detail: detail).response(status, in: form)
  }

  /// A problem of a request that is not a search, or that fails as one, in Naver's form. The status
  /// stays ours: it is more exact than that of the code.
  static func response(_ problem: Problem, in form: NaverForm) -> Response {
    let own = Self(rawValue: problem.code)
    return NaverRefusal(code: own ?? Self(problem), detail: own == nil ? problem.detail : nil)
      .response(problem.status, fields: problem.fields, in: form)
  }

  private init(_ problem: Problem) {
    self =
      switch problem.status {
      case .badRequest: .query
      case .unauthorized: .authentication
      case .notFound: .api
      case .tooManyRequests: .rate
      default: .system
      }
  }
}

extension NaverError: Refusal {
  var problem: Problem { Problem(status, rawValue, message) }
}

/// The body of an error response.
struct NaverRefusal {
  let code: NaverError
  let detail: String?

  private var message: String {
    detail.map { "\($0) : \(code.message)" } ?? code.message
  }

  static let wire = WireObject<NaverRefusal>(
    "Error", "The reason of an error.",
    [
      .value("errorMessage", .string(), "For people.", .string(NaverError.sort.message)) {
        .string($0.message)
      },
      .value(
        "errorCode", .word(NaverError.allCases.map(\.rawValue)), "For programs.", "SE04"
      ) { .string($0.code.rawValue) },
    ])

  fileprivate func response(
    _ status: Status, fields: [ResponseField] = [], in form: NaverForm
  ) -> Response {
    Response(
      status, contentType: form.contentType, fields: fields + [.noStore],
      content: .bytes(form == .json ? Self.wire.bytes(self) : xml))
  }

  private var xml: [UInt8] {
    naverXML(capacity: 256) { document in
      document.element("result") { result in
        result.xml("errorMessage", message)
        result.xml("errorCode", code.rawValue)
      }
    }
  }
}
