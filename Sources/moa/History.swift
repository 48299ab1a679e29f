import App
import ArgumentParser
import Operations

/// `moa history`
struct History: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List who changed what, or undo a change.",
    subcommands: [List.self, Undo.self], defaultSubcommand: List.self)

  struct List: DatabaseCommand {
    static let configuration = CommandConfiguration(
      abstract: "List changes by administrators and vendors, the newest first.")

    @Option(help: "Only those by this token or vendor: its id, or identifier.")
    var actor: String?
    @Option(help: "Only those of this, such as products/207 or event-banners.")
    var resource: String?
    @Option(help: "How many, at most 100.")
    var limit = 50

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    var wrongValues: [String] { AdministrationSession.mistakes(ofHistoryLimit: limit) }

    func run() async {
      await administer(database) { session throws(CommandError) in
        try output.say(await session.listHistory(by: actor, of: resource, limit: limit))
      }
    }
  }

  struct Undo: DatabaseCommand {
    static let configuration = CommandConfiguration(
      abstract: "Undo a change, by a change of its own.",
      discussion: """
        Refused where a later change touched the same. Stock stays where something was sold since.
        """)

    @Argument(help: "Its number, as moa history lists it.")
    var change: Int64

    @OptionGroup var output: OutputOptions
    @OptionGroup var database: DatabaseOptions

    func run() async {
      await administer(database) { session throws(CommandError) in
        try output.say(await session.undoChange(change))
      }
    }
  }
}
