import App
import ArgumentParser

/// `moa upgrade-database`
struct UpgradeDatabase: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade-database",
    abstract: "Move the private database to the newest PostgreSQL that is installed.",
    discussion: """
      Both versions must be installed, and the servers stopped. The shop is saved with the old \
      one, restored into a new database with the new one, and compared. Then the new data takes \
      the place of the old, which stays beside it: to go back, stop moa and give it its name \
      again. The disk must have room for both.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.upgradeDatabase(ProgressLine()))
    }
  }
}
