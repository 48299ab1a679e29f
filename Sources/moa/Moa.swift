import App
import ArgumentParser
import Operations

/// The command line: the commands of one subject share a file.
@main
struct Moa: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moa",
    abstract: "A commerce backend: one answer per screen, from one small, fast server.",
    discussion: """
      Every option is also read from the environment: --database-url is MOA_DATABASE_URL.
      Without a database URL, moa runs a private PostgreSQL under its data directory.
      """,
    version: Release.description,
    subcommands: [
      Serve.self, Migrate.self, Seed.self, Export.self, Import.self, Demo.self, Fixtures.self,
      Sweep.self,
      Token.self,
      Vendor.self, Client.self, DeviceCommand.self, ImageCommand.self, ReadOnly.self, History.self,
      Backup.self,
      Restore.self, Archive.self, Changes.self, UpgradeDatabase.self, Doctor.self, Health.self,
      Config.self, OpenAPI.self, Version.self,
    ])

  static func main() async {
    do {
      try CommandError.checkMarks(in: CommandLine.arguments)
      var command = try parseAsRoot()
      try refuseWrongValues(of: command)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let refusal as CommandError {
      refusal.tell()
      Application.exit(refusal.code.rawValue)
    } catch {
      exit(withError: error)
    }
  }

  /// Reports all wrong values at once, including settings. If only settings are wrong, their reader
  /// reports them.
  private static func refuseWrongValues(of command: any ParsableCommand) throws {
    guard let command = command as? any Configured, !command.wrongValues.isEmpty else { return }
    throw CommandError.commandLine(command.wrongValues + Startup.mistakes(in: command.flags))
  }
}

/// A command with settings.
protocol Configured {
  /// The settings that its command line gives.
  var flags: [Setting: String] { get }
  /// One sentence for each wrong value among its other options and arguments.
  var wrongValues: [String] { get }
}

extension Configured {
  var wrongValues: [String] { [] }
}

/// A command on the database, whose settings are all about that.
protocol DatabaseCommand: AsyncParsableCommand, Configured {
  var database: DatabaseOptions { get }
}

extension DatabaseCommand {
  var flags: [Setting: String] { database.flags }
}

/// `moa serve`
struct Serve: AsyncParsableCommand, Configured {
  static let configuration = CommandConfiguration(
    abstract: "Answer requests until SIGTERM or SIGINT.",
    discussion: """
      Prints one line on standard output when it accepts connections, and its log as JSON lines
      on standard error. MOA_ADMIN_TOKEN (32 characters or more) is accepted as an
      administrator's token. SIGHUP reads certificates again.
      """)

  @OptionGroup var options: ServeOptions

  var flags: [Setting: String] { options.flags }

  func run() async {
    await report { () async throws(CommandError) in
      let inheritance = try Inheritance.take()
      let configuration = try Startup.configure(flags, inheritance)
      let log = Startup.log(configuration)
      defer { log.close() }
      try await Application(configuration, log, inheritance).run()
      return .success
    }
  }
}
