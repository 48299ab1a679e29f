import App
import ArgumentParser

/// `moa migrate` and `moa migrate status`
struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring the schema of the database up to date.",
    subcommands: [Apply.self, Status.self], defaultSubcommand: Apply.self)

  struct Apply: DatabaseCommand {
    static let configuration = CommandConfiguration(
      abstract: "Apply what is pending, each migration in its own transaction.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func run() async {
      await administer(database) { session throws(CommandError) in
        try output.say(await session.migrate())
      }
    }
  }

  struct Status: DatabaseCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the migrations, applied and pending.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func run() async {
      await administer(database) { session throws(CommandError) in
        try output.say(await session.migrationStatus())
      }
    }
  }
}
