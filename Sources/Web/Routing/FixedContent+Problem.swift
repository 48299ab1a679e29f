package import HTTP

extension FixedContent {
  /// The answer to a request, its refusals in our own form for errors.
  ///
  /// Content without a date never asks for the time, so that none has to be given.
  package func answer(to request: Request, now: Int64 = 0) throws(Problem) -> Response {
    let response = response(to: request, now: now)
    guard response.status.code >= 400 else { return response }
    throw Problem(refusal: response)
  }
}

extension Problem {
  /// What `FixedContent` refuses: 406, 412, 416.
  package init(refusal response: Response) {
    switch response.status {
    case .preconditionFailed:
      self.init(
        .preconditionFailed, "precondition_failed",
        "What If-Match or If-Unmodified-Since asks for is not what is here; ETag tells what is.")
    case .rangeNotSatisfiable:
      self.init(
        .rangeNotSatisfiable, "range_not_satisfiable",
        "The range begins behind the end; Content-Range tells the length.")
    default:
      self.init(
        .notAcceptable, "not_acceptable",
        "Accept-Encoding excludes every form that there is: gzip and identity.")
    }
    fields = response.fields
  }
}
