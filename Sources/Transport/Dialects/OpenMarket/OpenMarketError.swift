import HTTP

/// An error in the habit of Open Market's server, which answers 400 to whatever is wrong with what
/// was sent: one of its clients waits for ever on other statuses.
enum OpenMarketError {
  static func response(_ problem: Problem) -> Response {
    ReadableError.response(problem, status(problem.status))
  }

  private static func status(_ status: Status) -> Status {
    switch status {
    case .contentTooLarge, .unsupportedMediaType, .unprocessableContent: .badRequest
    default: status
    }
  }
}
