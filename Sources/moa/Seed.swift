import App
import ArgumentParser

/// `moa seed`
struct Seed: DatabaseCommand {
  static let configuration = CommandConfiguration(
    abstract: "Replace the event categories by those of a JSON file.",
    discussion: """
      The file is what PUT /admin/v1/event-categories takes; - is standard input. Nothing is written when anything in
      it is wrong; then every mistake is listed with its JSON pointer.
      """)

  @Argument(
    help: "Read this file, or - for standard input: {\"items\":[{\"key\":...,\"title\":...}]}.")
  var file: String

  @Flag(name: .customLong("dry-run"), help: "Only report what would change.")
  var dryRun = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var database: DatabaseOptions

  func run() async {
    await administer(database) { session throws(Refusal) in
      try output.say(await session.seed(file: file, dryRun: dryRun))
    }
  }
}
