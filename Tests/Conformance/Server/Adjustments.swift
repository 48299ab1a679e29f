import HTTP
import HTTPServer

/// Limits given as `name=number` behind the other arguments, so that a test can reach them.
enum Adjustments {
  private static let names: [String: @Sendable (inout ServerConfiguration, Int) -> Void] = [
    "held": { $0.heldBytesMax = $1 },
    "body": { $0.limits.bodyBytes = $1 },
    "connections": { $0.connectionsMax = $1 },
    "unfinished-heads": { $0.unfinishedHeadsPerAddressMax = $1 },
    "idle-seconds": { $0.deadlines.idle = .seconds($1) },
    "first-byte-seconds": { $0.deadlines.firstByte = .seconds($1) },
    "head-seconds": { $0.deadlines.head = .seconds($1) },
  ]

  /// Arguments without `=` are somebody else's; an unknown name ends the program.
  static func apply(_ arguments: [String], to configuration: inout ServerConfiguration) {
    for argument in arguments where argument.contains("=") {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard let adjust = names[parts[0]], let number = parts.last.flatMap({ Int($0) }) else {
        fatalError("unknown adjustment: \(argument)")
      }
      adjust(&configuration, number)
    }
  }
}
