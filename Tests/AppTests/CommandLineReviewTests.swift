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

  @Test(
    "what is missing is filled in, so that the values that are there can be judged",
    arguments: [
      ("token create", "token create --name #"), ("token create --name", "token create --name #"),
      ("token create --nama x", "token create --name #"),
      ("token create --name=x --nama y", "token create --name=x"),
      ("token create --name x", "token create --name x"),
      ("seed --dry-run", "seed --dry-run #"), ("seed a.json b", "seed a.json"),
      ("serve --port", "serve"),
    ])
  func filled(_ words: String, _ expected: String) throws {
    let filled = try review(words).filled.joined(separator: " ")
    #expect(filled == expected.replacing("#", with: CommandLineReview.placeholder))
  }

  @Test(
    "every wrong value of a token is told, and none that is only missing",
    arguments: [
      ("x", ["admin"], nil, []), ("x", ["nope", "admin"], nil, ["no scope nope"]),
      ("", ["nope", "wrong"], "zz", ["the name", "nope", "wrong", "zz is no vendor"]),
      ("x", [placeholder], nil, []), (placeholder, ["nope"], nil, ["no scope nope"]),
      ("", [placeholder], "zz", ["the name", "zz is no vendor's identifier"]),
      ("", ["vendor"], nil, ["the name", "needs --vendor"]),
      ("x", ["admin"], identifier, ["needs the scope vendor"]),
      ("x", ["nope"], identifier, ["no scope nope"]), ("x", ["vendor"], identifier, []),
    ] as [(String, [String], String?, [String])])
  func tokens(_ name: String, _ scopes: [String], _ vendor: String?, _ parts: [String]) {
    let mistakes = AdministrationSession.mistakesOfToken(
      name: name, scopes: scopes, vendor: vendor)
    #expect(mistakes.count == parts.count, "\(mistakes)")
    for (mistake, part) in zip(mistakes, parts) { #expect(mistake.contains(part)) }
  }

  @Test func everyWrongValueOfAVendorIsTold() {
    let all = AdministrationSession.mistakesOfVendor(
      name: "", identifier: "zz", secretFile: "/nonexistent/secret")
    #expect(all.count == 3, "\(all)")
    for part in ["the name cannot be used", "\"zz\" is not an identifier", "/nonexistent/secret"] {
      #expect(all.contains { $0.contains(part) }, "\(all)")
    }
    let session = AdministrationSession.self
    #expect(
      session.mistakesOfVendor(
        name: Self.placeholder, identifier: Self.identifier, secretFile: "/nonexistent/secret"
      ).isEmpty)
    #expect(session.mistakesOfNewSecret(of: "zz", secretFile: "/nonexistent/secret").count == 2)
    #expect(session.mistakesOfNewSecret(of: Self.placeholder, secretFile: nil).isEmpty)
    #expect(session.mistakes(ofTokenID: "zz").count == 1)
    #expect(session.mistakes(ofTokenID: Self.placeholder).isEmpty)
  }

  private static let placeholder = CommandLineReview.placeholder
  private static let identifier = "c0ffee00-5eed-11f0-8000-0242ac12ffff"

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
    #expect(CommandError.commandLine(["A."], of: "moa x").description == "A. See `moa x --help`.")
    let two = CommandError.commandLine(["A.", "B."], of: "moa x")
    #expect(two.description == "2 mistakes in the command line:\n  A.\n  B.\nSee `moa x --help`.")
    #expect(two.code == .usage)
  }
}
