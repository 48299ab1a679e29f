import App
import ArgumentParser

/// The command line: one file for each subcommand.
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
      Serve.self, Migrate.self, Seed.self, Demo.self, Fixtures.self, Sweep.self, Token.self,
      Vendor.self, Client.self, ReadOnly.self, Backup.self, Restore.self, UpgradeDatabase.self,
      Doctor.self, Health.self, Config.self, OpenAPI.self, Version.self,
    ])

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      try refuseUnknownHelp(words)
      var command = try parseAsRoot(words)
      try refuseWrongValues(of: command, words)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch let refusal as CommandError {
      refusal.tell()
      Application.exit(refusal.code.rawValue)
    } catch {
      tellMistakes(in: words, error)
    }
  }

  /// The parser would show the help of the whole program, as if that had been asked for.
  private static func refuseUnknownHelp(_ words: [String]) throws {
    guard words.first == "help", let tree = try? CommandTree(json: _dumpHelp()),
      let flaw = CommandLineReview.flaw(ofHelp: Array(words.dropFirst()), in: tree)
    else { return }
    throw CommandError(.usage, flaw)
  }

  /// Mistakes in settings alone are told where the settings are read.
  private static func refuseWrongValues(
    of command: any ParsableCommand, _ words: [String]
  ) throws {
    guard let command = command as? any Configured, !command.wrongValues.isEmpty,
      let tree = try? CommandTree(json: _dumpHelp())
    else { return }
    let name = CommandLineReview(of: words, in: tree).commandName
    throw CommandError.commandLine(mistakes(of: command), of: name)
  }

  /// The parser stops at the first mistake. All of them are told at once, those in values too.
  ///
  /// - Parameter error: the parser's, which may also be a wish for help.
  private static func tellMistakes(in words: [String], _ error: any Error) -> Never {
    guard exitCode(for: error) != .success, let tree = try? CommandTree(json: _dumpHelp()) else {
      exit(withError: error)
    }
    let review = CommandLineReview(of: words, in: tree)
    let mistakes = review.mistakes + mistakes(inValues: review)
    guard !mistakes.isEmpty else { exit(withError: error) }
    let refusal = CommandError.commandLine(mistakes, of: review.commandName)
    refusal.tell()
    Application.exit(refusal.code.rawValue)
  }

  private static func mistakes(inValues review: CommandLineReview) -> [String] {
    do {
      guard let command = try parseAsRoot(review.filled) as? any Configured else { return [] }
      return mistakes(of: command)
    } catch {
      // What was filled in may be no value for the parser; that would be nobody's mistake.
      return review.lacksWords || exitCode(for: error) == .success ? [] : [message(for: error)]
    }
  }

  private static func mistakes(of command: any Configured) -> [String] {
    command.wrongValues + Startup.mistakes(in: command.flags)
  }
}

/// A command with settings.
protocol Configured {
  /// Those that its command line gives.
  var flags: [Setting: String] { get }
  /// What is wrong with the values of its own, one sentence each; `CommandLineReview.placeholder`
  /// is none of them.
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
