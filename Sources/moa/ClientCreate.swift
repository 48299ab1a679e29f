import App
import ArgumentParser

/// `moa client create`
struct ClientCreate: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a client of the search and print its id and secret, once.",
    discussion: "Apps send them as X-Naver-Client-Id and X-Naver-Client-Secret.")

  @Option(help: "Whom or what it is for.")
  var name: String

  @Option(help: "Use the id that an app has built in, 20 characters (a random one).")
  var id: String?

  @Option(
    name: .customLong("secret-file"),
    help: "File with the secret that an app has built in, on one line.")
  var secretFile: String?

  @Option(
    name: .customLong("daily-quota"),
    help: "Calls in a day, until midnight in Korea (\(AdministrationSession.dailyQuotaUsual)).")
  var dailyQuota: String?

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    AdministrationSession.mistakesOfClient(
      name: name, id: id, dailyQuota: dailyQuota, secretFile: secretFile)
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      let report = try await session.createClient(
        name: name, id: id, dailyQuota: dailyQuota, secretFile: secretFile)
      try output.say(report)
    }
  }
}
