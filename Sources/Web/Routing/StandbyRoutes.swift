package import HTTP

/// Where a router reads first.
package struct StandbyRoutes: Sendable {
  package let router: Router
  package let isFresh: @Sendable () -> Bool
  /// Fields that tell who sends a request.
  package let credentials: [RequestField]

  /// Nil when the primary is to be asked.
  package func answer(_ request: Request) async -> Response? {
    guard request.isRead(without: credentials), isFresh(),
      let response = await router.answerOfAction(request), response.status.code < 400,
      isFresh()
    else { return nil }
    return response
  }
}

extension Request {
  /// Whether it changes nothing and says nothing of who sends it.
  fileprivate func isRead(without credentials: [RequestField]) -> Bool {
    (method == .get || method == .head) && !credentials.contains { fields.contains($0) }
  }
}
