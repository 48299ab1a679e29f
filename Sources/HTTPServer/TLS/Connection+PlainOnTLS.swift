internal import HTTP

extension Connection {
  /// Tells somebody who speaks plain HTTP on a TLS port what is wrong, in the language spoken.
  ///
  /// Precedent: nginx's "The plain HTTP request was sent to HTTPS port".
  func refusePlain() {
    var response = Response(
      .badRequest, contentType: "text/plain; charset=utf-8",
      content: .bytes(Array("this port speaks TLS\n".utf8)))
    response.closesConnection = true
    answerAndEnd(response, service.nextRequestID())
  }
}
