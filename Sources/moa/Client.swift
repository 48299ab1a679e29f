import App
import ArgumentParser
import Operations

/// `moa client`
struct Client: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Create, list and revoke clients of the search.",
    discussion: """
      Apps made for Naver's shopping search send a client's id and secret with each request.
      """,
    subcommands: [ClientCreate.self, ClientList.self, ClientRevoke.self])
}
