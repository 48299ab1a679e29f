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
      Serve.self, Migrate.self, Seed.self, Demo.self, Sweep.self, Token.self, Vendor.self,
      Doctor.self, Version.self,
    ])
}
