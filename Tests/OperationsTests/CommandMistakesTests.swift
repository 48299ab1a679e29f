import Testing

@testable import Operations

/// Values of commands that are refused before a database is opened.
@Suite struct CommandMistakesTests {
  @Test(
    "Every wrong value of a token is reported",
    arguments: [
      ("x", ["admin"], nil, []), ("x", ["nope", "admin"], nil, ["no scope nope"]),
      ("", ["nope", "wrong"], "zz", ["the name", "nope", "wrong", "zz is no vendor"]),
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

  @Test(
    "A link and a lifetime are for tokens that can use them",
    arguments: [
      (["merchandise"], "12h", true, 0), (["admin"], "3650d", true, 0), (["vendor"], nil, true, 1),
      (["admin"], "3651d", false, 1), (["admin"], "0m", false, 1), (["admin"], "12", false, 1),
      (["admin"], "9999999m", false, 1), (["admin"], "", false, 1),
    ] as [([String], String?, Bool, Int)])
  func links(_ scopes: [String], _ expires: String?, _ isLink: Bool, _ count: Int) {
    let vendor = scopes == ["vendor"] ? Self.identifier : nil
    let mistakes = AdministrationSession.mistakesOfToken(
      name: "x", scopes: scopes, vendor: vendor, expires: expires, isLink: isLink)
    #expect(mistakes.count == count, "\(mistakes)")
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
        name: "x", identifier: Self.identifier, secretFile: "/nonexistent/secret"
      ).isEmpty)
    #expect(session.mistakesOfNewSecret(of: "zz", secretFile: "/nonexistent/secret").count == 2)
    #expect(session.mistakes(ofTokenID: "zz").count == 1)
  }

  private static let identifier = "c0ffee00-5eed-11f0-8000-0242ac12ffff"

  @Test("an argument with more than 30 combining marks in a row is refused by its number")
  func marks() throws {
    let marks = String(repeating: "\u{315}", count: 30)
    try CommandError.checkMarks(in: ["moa", "token", "create", "--name", "a\(marks)b\(marks)"])
    let refusal = #expect(throws: CommandError.self) {
      try CommandError.checkMarks(in: ["moa", "token", "create", "--name", "a\(marks)\u{316}"])
    }
    #expect(refusal?.code == .usage)
    #expect(
      refusal?.description
        == "argument 4 cannot be used: More than 30 combining marks are in a row. Remove them.")
  }

  @Test func oneMistakeIsOneSentenceAndMoreAreAList() {
    #expect(CommandError.commandLine(["A."]).description == "A.")
    let two = CommandError.commandLine(["A.", "B."])
    #expect(two.description == "2 mistakes in the command line:\n  A.\n  B.")
    #expect(two.code == .usage)
  }
}
