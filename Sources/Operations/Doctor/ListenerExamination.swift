import EventLoop
import HTTPServer

/// Whether a server with these settings could listen.
enum ListenerExamination {
  /// - Parameter isServing: whether a server runs on the private database, which may be the one
  ///   that listens; nil where that is not known.
  static func finding(
    _ address: ListenAddress, called name: String, isServing: Bool?
  ) async -> Finding {
    do {
      // A name has to be resolved.
      try await EventLoop.offload { try ListeningSocket.check(address) }
      return Finding(.fine, "\(name): \(address) is free.")
    } catch {
      return finding("\(error)", called: name, isServing: isServing)
    }
  }

  private static func finding(
    _ reason: String, called name: String, isServing: Bool?
  ) -> Finding {
    switch isServing {
    case true?: Finding(.remark, "\(name): \(reason); the server that runs here may have it.")
    case false?: Finding(.missing, "\(name): \(reason).")
    case nil: Finding(.remark, "\(name): \(reason), unless by a server that runs already.")
    }
  }
}
