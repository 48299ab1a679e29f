import Testing

@testable import App

/// Every mistake of a command line, on a small program's description.
@Suite struct CommandLineReviewTests {
  private static let json = """
    {"serializationVersion":0,"command":{"commandName":"shop","subcommands":[
      {"commandName":"serve","arguments":[
        {"kind":"option","isOptional":true,"valueName":"port","names":[{"kind":"long","name":"port"}]},
        {"kind":"option","isOptional":true,"valueName":"host","names":[{"kind":"long","name":"host"}]},
        {"kind":"flag","isOptional":true,"names":[{"kind":"long","name":"demo"}]}]},
      {"commandName":"seed","arguments":[
        {"kind":"positional","isOptional":false,"valueName":"file"},
        {"kind":"flag","isOptional":true,"names":[{"kind":"long","name":"dry-run"}]}]},
      {"commandName":"token","subcommands":[
        {"commandName":"create","arguments":[
          {"kind":"option","isOptional":false,"valueName":"name",
           "names":[{"kind":"long","name":"name"}]}]}]},
      {"commandName":"migrate","defaultSubcommand":"apply","subcommands":[
        {"commandName":"apply","arguments":[]},{"commandName":"status","arguments":[]}]}]}}
    """

  private func review(_ words: String) throws -> CommandLineReview {
    CommandLineReview(
      of: words.split(separator: " ").map(String.init), in: try CommandTree(json: Self.json))
  }

  @Test func allMistakesAreTold() throws {
    let review = try review("serve --prot 99 --demo=yes word --host")
    #expect(
      review.mistakes == [
        "shop serve has no option --prot: write --port.",
        "--demo takes no value: write --demo alone.",
        "the word \"word\" has no meaning here: remove it.",
        "--host needs a value: write --host <host>.",
      ])
    #expect(review.rest == ["serve"])
    #expect(!review.lacksWords)
  }

  @Test func whatIsRightIsLeftForTheParser() throws {
    let review = try review("serve --hots a --port 99999 --demo")
    #expect(review.mistakes.count == 1)
    #expect(review.rest == ["serve", "--port", "99999", "--demo"])
    #expect(!review.lacksWords)
  }

  @Test(
    "A right command line has no mistakes",
    arguments: [
      "serve", "serve --port 1 --demo", "serve --port=1", "seed a.json --dry-run", "seed -",
      "token create --name x", "migrate", "migrate status", "serve --help", "--version", "token",
      "", "help",
    ])
  func right(words: String) throws {
    let review = try review(words)
    // The parser adds the command for help, and the descriptions of real programs have it.
    guard words != "help" else { return #expect(review.mistakes.count == 1) }
    #expect(review.mistakes.isEmpty)
  }

  @Test func anUnknownCommandIsToldWithThoseThatThereAre() throws {
    #expect(
      try review("srve --port 1").mistakes == [
        "shop has no command \"srve\": write serve; the commands are serve, seed, token, migrate."
      ])
    #expect(
      try review("token nothing").mistakes == [
        "token has no command \"nothing\": the commands are create."
      ])
  }

  @Test func optionsComeAfterTheCommand() throws {
    #expect(
      try review("--port 1 serve").mistakes == [
        "--port comes before the command: write shop serve --port."
      ])
  }

  @Test func whatIsMissingIsToldUnlessItWasMeant() throws {
    #expect(try review("token create").mistakes == ["--name is missing: add it."])
    #expect(try review("seed").mistakes == ["<file> is missing: add it."])
    let meant = try review("token create --nama x")
    #expect(meant.mistakes == ["shop token create has no option --nama: write --name."])
    #expect(meant.lacksWords)
    #expect(try review("token create --name").lacksWords)
  }

  @Test func aWordCannotSpeakToTheTerminal() throws {
    let review = try review("\u{1B}[2J")
    #expect(review.mistakes.first?.contains("\u{1B}") == false)
  }

  @Test func helpOfNothingIsAMistake() throws {
    let tree = try CommandTree(json: Self.json)
    let flaw = CommandLineReview.flaw(ofHelp: ["nothing"], in: tree)
    #expect(
      flaw == "shop has no command \"nothing\": the commands are serve, seed, token, migrate.")
    #expect(
      CommandLineReview.flaw(ofHelp: ["serve", "x"], in: tree) == "\"x\" is no command of serve.")
    #expect(CommandLineReview.flaw(ofHelp: ["token", "create"], in: tree) == nil)
    #expect(CommandLineReview.flaw(ofHelp: [], in: tree) == nil)
  }

  @Test func oneMistakeIsOneSentenceAndMoreAreAList() {
    #expect(Refusal.commandLine(["A."], of: "moa x").description == "A. See `moa x --help`.")
    let two = Refusal.commandLine(["A.", "B."], of: "moa x")
    #expect(two.description == "2 mistakes in the command line:\n  A.\n  B.\nSee `moa x --help`.")
    #expect(two.code == .usage)
  }
}
