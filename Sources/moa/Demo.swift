import App
import ArgumentParser

/// `moa demo`
struct Demo: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add very many products, for trials under load.",
    discussion: """
      The products are the same on every machine, of two hundred vendors for whom nobody has a
      secret. The first has a hundred thousand when there are twice as many. They stay until
      somebody removes them, and from a hundred thousand on the shop answers nothing until all
      are there: use a database of its own.
      """)

  @Option(help: "How many, up to 10,000,000.")
  var products: Int

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.addDemoProducts(products, ProgressLine(of: products)))
    }
  }
}
