import App
import ArgumentParser

/// `moa seed`
struct Seed: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replace lists of the shop by those of a JSON file.",
    discussion: """
      The file has lists by their names: categories, item_types, event_banners, home_sections, \
      event_categories, event_products. Each is what PUT /admin/v1/... takes, whole: what it does \
      not name is removed. A list that is not in the file stays as it is.

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
