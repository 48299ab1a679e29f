import App
import ArgumentParser
import Operations

/// `moa migrate` and `moa migrate status`
struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Update the schema of the database.",
    subcommands: [Apply.self, Status.self], defaultSubcommand: Apply.self)

  struct Apply: DatabaseCommand {
    static let configuration = CommandConfiguration(
      abstract: "Apply pending migrations, each in its own transaction.")

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
      abstract: "List applied and pending migrations.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func run() async {
      await administer(database) { session throws(CommandError) in
        try output.say(await session.migrationStatus())
      }
    }
  }
}

/// `moa upgrade-database`
struct UpgradeDatabase: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade-database",
    abstract: "Move the private database to the newest installed PostgreSQL.",
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

/// `moa sweep`
struct Sweep: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove expired data and print how much.",
    discussion: """
      Images of products go a day after the last product that showed them, answers a day after \
      they were recorded, devices with their likes when nobody has seen them for 400 days, likes \
      that were taken back after 91 days, and searches after a day. What administrators uploaded \
      stays. A server does the same from time to time.
      """)

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.sweep())
    }
  }
}

/// `moa readonly on`, `moa readonly off`, `moa readonly`
struct ReadOnly: DatabaseCommand {
  static let configuration = CommandConfiguration(
    commandName: "readonly",
    abstract: "Stop or resume writes in all servers of the database.",
    discussion: """
      While it is on, requests that would change something get 503 with Retry-After, and reads are \
      answered. Running servers follow within two seconds. Without a word it tells which holds.
      """)

  enum Change: String, CaseIterable, ExpressibleByArgument {
    case on, off
  }

  @Argument(help: "on or off.")
  var change: Change?

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.readOnly(change.map { $0 == .on }))
    }
  }
}
