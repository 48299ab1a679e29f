import App
import ArgumentParser
import Operations

/// `moa seed`
struct Seed: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replace lists of the shop with those in a JSON file.",
    discussion: """
      The file has lists by their names: categories, item_types, event_banners, home_sections, \
      app_config, event_categories, event_products, search. Each is what PUT /admin/v1/... takes: \
      items that are missing in a list are removed. A list that is not in the file stays as it is.

      Nothing is written when anything in it is wrong. Mistakes of form are listed all at once, \
      each with its JSON pointer; when there are none, so is what contradicts the shop.
      """)

  @Argument(
    help:
      "Read this file, or - for standard input: {\"categories\":[{\"id\":1,\"title\":...}],...}.")
  var file: String

  @Flag(name: .customLong("dry-run"), help: "Only report what would change.")
  var dryRun = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.seed(file: file, dryRun: dryRun))
    }
  }
}

/// `moa demo`
struct Demo: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add many generated products for load tests.",
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

/// `moa fixtures`
struct Fixtures: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the shop's answers as JSON files for previews and tests.",
    discussion: """
      The files are what the routes answer: screens, lists, a product, and two errors. Start a \
      server with --demo once to have something to write.
      """)

  @Argument(help: "Write into this directory; it is made where it is not there.")
  var directory: String

  @Option(name: .customLong("image-host"), help: "The host in the URLs of pictures.")
  var imageHost = "shop.example"

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(CommandError) in
      try output.say(await session.writeFixtures(into: directory, host: imageHost))
    }
  }
}
