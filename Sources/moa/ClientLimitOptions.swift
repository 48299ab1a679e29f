import App
import ArgumentParser

/// What clients may cost: the flags of `moa serve` against hostile and slow ones.
struct ClientLimitOptions: ParsableArguments {
  @Option(
    name: .customLong("requests-per-connection"),
    help: "Requests before a connection is closed (10000).")
  var requestsPerConnection: String?

  @Option(
    name: .customLong("head-deadline"),
    help: "From a request's first octet to its last field (10s).")
  var headDeadline: String?

  @Option(
    name: .customLong("body-deadline"),
    help: "For a body, and one second more for each 64 KiB (30s).")
  var bodyDeadline: String?

  @Option(
    name: .customLong("write-deadline"), help: "How long a client may hardly read (10s).")
  var writeDeadline: String?

  @Option(
    name: .customLong("held-megabytes"),
    help: "Bodies and unsent answers of all clients together (64, or 2 for each loop).")
  var heldMegabytes: String?

  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.requestsPerConnection] = requestsPerConnection
    flags[.headDeadline] = headDeadline
    flags[.bodyDeadline] = bodyDeadline
    flags[.writeDeadline] = writeDeadline
    flags[.heldMegabytes] = heldMegabytes
    return flags
  }
}
