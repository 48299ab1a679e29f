import Foundation
import Hummingbird
import Logging

/// Answers `/livez` from memory on the port in `PEER_PORT`, without a log.
@main
struct Peer {
  static func main() async throws {
    let router = Router()
    router.get("/livez") { _, _ in "Hello, World!" }
    let port = ProcessInfo.processInfo.environment["PEER_PORT"].flatMap { Int($0) } ?? 9702
    var logger = Logger(label: "peer")
    logger.logLevel = .critical
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
      logger: logger)
    try await application.runService()
  }
}
