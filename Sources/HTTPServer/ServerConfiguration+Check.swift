internal import HTTP

extension ServerConfiguration {
  /// Finds what no connection could be served with, before there is one.
  ///
  /// - Throws: `ServerError` with the first value that cannot be meant.
  func check() throws(ServerError) {
    let head = limits.headBytes
    guard 1...Int(UInt16.max) ~= head else {
      throw ServerError("limits.headBytes is \(head), but must be from 1 to \(UInt16.max)")
    }
    let rate = deadlines.bytesPerSecondMin
    guard rate >= 0 else {
      throw ServerError("deadlines.bytesPerSecondMin is \(rate), but must not be negative")
    }
    guard 0...1 ~= traceRatio else {
      throw ServerError("traceRatio is \(traceRatio), but must be from 0 to 1")
    }
  }
}
