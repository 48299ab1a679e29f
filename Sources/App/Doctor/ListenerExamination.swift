import EventLoop
import HTTPServer

/// Whether a server with these settings could listen.
enum ListenerExamination {
  /// - Parameter isServing: whether a server runs on the private database, which may be the one
  ///   that listens; nil where that is not known.
  static func finding(_ configuration: Configuration, isServing: Bool?) async -> Finding {
    let address = ListenAddress(host: configuration.host, port: configuration.port)
    do {
      // A name has to be resolved.
      try await EventLoop.offload { try ListeningSocket.check(address) }
      return Finding(.fine, "Address: \(address) is free.")
    } catch {
      return finding("\(error)", isServing: isServing)
    }
  }

  static func finding(_ reason: String, isServing: Bool?) -> Finding {
    switch isServing {
    case true?: Finding(.remark, "Address: \(reason); the server that runs here may have it.")
    case false?: Finding(.missing, "Address: \(reason).")
    case nil: Finding(.remark, "Address: \(reason), unless by a server that runs already.")
    }
  }
}
