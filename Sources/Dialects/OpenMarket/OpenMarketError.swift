import HTTP
import Transport
import UseCases
import Web

/// An error in the habit of Open Market's server, which answers 400 to whatever is wrong with what
/// was sent: one of its clients waits for ever on other statuses.
///
/// A key that was used for another request stays 422, and a body in a coding that is not read 415:
/// no app sends either, and clients that do know the status.
enum OpenMarketError {
  static func response(_ problem: Problem) -> Response {
    ReadableError.response(problem, status(of: problem))
  }

  private static let keyReused = Problem(.keyReused).code

  private static func status(of problem: Problem) -> Status {
    switch problem.status {
    case .unprocessableContent where problem.code == keyReused: problem.status
    case .unsupportedMediaType where problem.code == Request.unsupportedCoding: problem.status
    case .contentTooLarge, .unsupportedMediaType, .unprocessableContent: .badRequest
    default: problem.status
    }
  }
}
