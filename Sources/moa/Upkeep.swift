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
      one, restored into a new database with the new one, and compared. Then the new data \
      replaces the old, which is kept beside it under another name: to go back, stop moa and \
      rename it. The disk must have room for both.
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
      Removed are images a day after a product last showed them, or 30 days after their product \
      was removed, answers a day after they were recorded, devices with their likes after 400 \
      days without a request, unliked products after 91 days, searches after a day, and changes of the history after \
      MOA_HISTORY_DAYS. Administrators' uploads are kept. A server does the same from time to time.
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
      answered. Running servers follow within two seconds. Without on or off it prints the \
      current state.
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

/// `moa changes`
struct Changes: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what changes in the shop, one JSON object a line.",
    discussion: """
      Each line has a cursor, a kind (product, vendor, event, home, config, search) and an id; \
      without an id all of the kind changed. A line with is_whole says that changes were lost, by a \
      restore or a failover: read everything again. A running server finds the changes.
      """)

  @Flag(help: "Go on with new changes until a signal comes.")
  var follow = false

  @Option(help: "Begin after the cursor in FILE, and keep the newest one in it.")
  var fromFile: String?

  @OptionGroup var database: DatabaseOptions

  var wrongValues: [String] {
    AdministrationSession.mistakesOfChanges(follows: follow, file: fromFile)
  }

  func run() async {
    await administer(database) { session throws(CommandError) in
      try await session.printChanges(follows: follow, file: fromFile)
    }
  }
}
