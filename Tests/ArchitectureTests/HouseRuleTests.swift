import Foundation
import Testing

/// Rules of the house that no compiler knows, each with an example that it must refuse.
@Suite struct HouseRuleTests {
  /// A rule: its name, and what is wrong with a file, if anything.
  struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    let refused: String
    let offence: @Sendable (_ path: String, _ text: String) -> String?
    var testDescription: String { name }
  }

  static let rules: [Rule] = [
    Rule(name: "400 lines", refused: String(repeating: "let x = 1\n", count: 401)) { _, text in
      let lines = text.components(separatedBy: "\n").count
      return lines > 401 ? "\(lines) lines" : nil
    },
    Rule(name: "functions of 50 lines", refused: longFunction) { _, text in
      let longest = longestFunction(in: text)
      return longest > 50 ? "a function of \(longest) lines" : nil
    },
    Rule(name: "comments of 100 columns", refused: "// " + String(repeating: "a ", count: 50)) {
      _, text in
      text.components(separatedBy: "\n").first { line in
        // What has no space, such as an address, cannot be broken.
        line.utf8.count > 100 && line.count > 100 && line.drop { $0 == " " }.hasPrefix("//")
          && line.split(separator: " ").count > 2
      }
    },
    Rule(name: "open ends", refused: "// TO" + "DO: later") { _, text in
      ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"].first { word in
        text.range(of: word) != nil && text.split { !$0.isLetter }.contains { $0 == word }
      }
    },
    Rule(name: "empty names", refused: "final class ConnectionManager {}") { _, text in
      let pattern =
        "(class|struct|enum|protocol|actor) \\w*(Manager|Helper|Util|Utils|Common|Base|Impl|V2)\\b"
      return text.range(of: pattern, options: .regularExpression).map { String(text[$0]) }
    },
    Rule(name: "licence banners", refused: "// Copyright 2026") { _, text in
      text.range(of: "// Copyright") != nil ? "a licence banner" : nil
    },
    Rule(name: "force tries and casts", refused: "let x = y as! Int") { path, text in
      guard path.hasPrefix("Sources/") else { return nil }
      return [" as! ", "try! "].first { text.range(of: $0) != nil }
    },
    Rule(name: "two things in one expectation", refused: "#expect(a == 1 &" + "& b == 2)\n") {
      _, text in
      doubleExpectation(in: text)
    },
    // Up to 6.3, Swift takes what is stored a constant in front of a pointer for overwritten by
    // what is stored at the pointer, and leaves it out, in optimised programs only.
    // Source: github.com/swiftlang/swift/issues/77558.
    Rule(name: "stores before a pointer", refused: "(end - 1).initialize(to: 0)") { path, text in
      path.hasPrefix("Sources/") ? storeBeforePointer(in: text) : nil
    },
  ]

  /// The first `#expect` that asserts two things: one that fails then does not say which.
  ///
  /// Inside a closure or parentheses of its own, `&&` is part of one thing.
  static func doubleExpectation(in text: String) -> String? {
    let opening = "#expect("
    for line in text.components(separatedBy: opening).dropFirst()
    where line.range(of: "&" + "&") != nil {
      var depth = 1
      var previous: Character = " "
      for character in line {
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        if depth == 0 { break }
        if depth == 1, character == "&", previous == "&" {
          return opening + line.prefix { $0 != "\n" }
        }
        previous = character
      }
    }
    return nil
  }

  /// What might be such a store, in any spelling: where pointers are, nothing may be a constant
  /// less than something else and have a name.
  static func storeBeforePointer(in text: String) -> String? {
    let direct = #"\w - \d+\)(\.(initialize|pointee|storeBytes|update)|\[)|\w\[-\d"#
    let called = #"advanced\(by: -|predecessor\(\)|[oO]ffset: -\d"#
    let named = #"(?m)= \w+ - \d+$|\w -= \d"#
    let patterns = [direct, called] + (text.contains("UnsafeMutable") ? [named] : [])
    return patterns.lazy.compactMap { text.range(of: $0, options: .regularExpression) }
      .first.map { String(text[$0]) }
  }

  @Test(
    "a store before a pointer is known in every spelling",
    arguments: [
      "(end - 1).pointee = 0", "(end - 2)[0] = 0", "end[-1] = 0",
      "end.advanced(by: -1).initialize(to: 0)", "end.predecessor().pointee = 0",
      "raw.storeBytes(of: word, toByteOffset: -8, as: UInt64.self)",
      "let end: UnsafeMutablePointer<UInt8>\nlet first = end - 2\nfirst.initialize(to: 0)",
      "var first: UnsafeMutablePointer<UInt8>\nfirst -= 1\nfirst.initialize(to: 0)",
    ])
  func storesBeforePointers(_ text: String) {
    #expect(Self.storeBeforePointer(in: text) != nil)
    #expect(Self.storeBeforePointer(in: "let last = count - 1") == nil)
  }

  /// Who may ask what time it is for people. Everything that waits, waits by a clock that never
  /// jumps, so that nothing is cut or kept for an hour when somebody sets the wall clock.
  static let wallClockReaders: Set<String> = [
    "Sources/Operations/OperationEvent.swift", "Sources/HTTPServer/LoopService.swift",
    // When somebody tapped, which servers and other devices are told.
    "Sources/MoaClient/Likes/LikeTime.swift",
  ]

  static func readsWallClock(_ text: String) -> Bool {
    let pattern =
      "\\btime\\(nil\\)|\\bDate(\\(\\)|\\.now)|CLOCK_REALTIME|gettimeofday|wallDeadline"
    return text.range(of: pattern, options: .regularExpression) != nil
  }

  @Test func noDeadlineIsOfTheWallClock() throws {
    let files = try Repository.swiftFiles(under: "Sources")
    let readers = files.filter { Self.readsWallClock($0.text) }.map(\.path)
    #expect(Set(readers) == Self.wallClockReaders)
    #expect(Self.readsWallClock("let end = Date().addingTimeInterval(5)"))
    #expect(!Self.readsWallClock("let end = ContinuousClock.now"))
  }

  /// Names of request fields that a file writes out.
  static func fieldNames(in text: String) -> [String] {
    let pattern = #/fields(?:\.contains\(|\.values\(of: |\[)"([^"]+)"/#
    return text.matches(of: pattern).map { String($0.1) }
  }

  @Test func pagesOfOtherOriginsAreToldEveryFieldThatRoutesRead() throws {
    let files = try ["Web", "Transport", "Dialects"].flatMap {
      try Repository.swiftFiles(under: "Sources/\($0)")
    }
    let known = Set(
      files.flatMap { $0.text.matches(of: #/RequestField\(\s*"([^"]+)"/#).map { String($0.1) } })
    #expect(known.count > 10)
    for file in files {
      let unknown = Self.fieldNames(in: file.text).filter { !known.contains($0) }
      #expect(unknown.isEmpty, "\(file.path) reads \(unknown), which no RequestField has")
    }
    #expect(Self.fieldNames(in: #"request.fields.values(of: "X-New")"#) == ["X-New"])
    #expect(Self.fieldNames(in: #"if fields["X-New"] == nil {}"#) == ["X-New"])
  }

  @Test(arguments: rules) func everyFileKeepsTheRule(_ rule: Rule) throws {
    let files = try ["Sources", "Tests"].flatMap { try Repository.swiftFiles(under: $0) }
    #expect(files.count > 20)
    for file in files where !file.path.hasSuffix("HouseRuleTests.swift") {
      if let offence = rule.offence(file.path, file.text) {
        Issue.record("\(file.path): \(offence)")
      }
    }
  }

  @Test(arguments: rules) func theRuleRefusesItsExample(_ rule: Rule) {
    #expect(rule.offence("Sources/Example.swift", rule.refused) != nil)
    #expect(rule.offence("Sources/Example.swift", "let fine = 1\n") == nil)
  }

  /// What stands at the top.
  static let topLevel: Set<String> = [
    ".ci", ".gitignore", ".swift-format", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile",
    "Package.swift", "README.ko.md", "README.md", "Sources", "Tests", "db", "deploy",
  ]

  /// Of paths from the root, the first names that nobody knows: what a tool has dropped.
  static func strangers(among paths: some Sequence<String>) -> Set<String> {
    Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) }).subtracting(topLevel)
  }

  /// All that Git keeps or would take; without Git, all that is there and not hidden.
  @Test func nothingElseStandsAtTheTop() async throws {
    let root = Repository.root
    var paths = try FileManager.default.contentsOfDirectory(atPath: root.path)
      .filter { !$0.hasPrefix(".") && $0 != "Package.resolved" }
    if FileManager.default.fileExists(atPath: root.appending(path: ".git").path) {
      let listed = try await Finished.run(
        [
          "git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
          "--exclude-standard",
        ], in: root)
      try #require(listed.status == 0, "\(listed.output)")
      paths = listed.output.split(separator: "\0").map(String.init)
    }
    for name in Self.topLevel where !name.hasPrefix(".") {
      #expect(paths.contains { $0 == name || $0.hasPrefix(name + "/") }, "\(name) is gone")
    }
    #expect(Self.strangers(among: paths) == [])
    #expect(Self.strangers(among: ["Sources/a.out", "a.out", "out/x"]) == ["a.out", "out"])
  }

  @Test func onlyPublishedModulesSayPublic() throws {
    for module in Walls.table.keys where !Walls.published.contains(module) {
      for file in try Repository.swiftFiles(under: "Sources/\(module)") {
        #expect(!Self.saysPublic(file.text), "\(file.path) says public; `package` is enough")
      }
    }
    #expect(Self.saysPublic("  public struct Face {}"))
    #expect(!Self.saysPublic("package struct Face {}  // not public"))
  }

  static func saysPublic(_ text: String) -> Bool {
    text.split(separator: "\n").contains {
      let line = $0.drop { $0 == " " }
      return line.hasPrefix("public ") && !line.hasPrefix("public import ")
    }
  }

  static let longFunction =
    "func long() {\n" + String(repeating: "  work()\n", count: 60) + "}\n"

  /// The length of the longest function body, from the line that opens it to the closing brace of
  /// the same indentation.
  static func longestFunction(in text: String) -> Int {
    let lines = text.components(separatedBy: "\n")
    var longest = 0
    for (number, line) in lines.enumerated() where declaresFunction(line) {
      let indent = line.prefix { $0 == " " }
      guard let opening = lines[number...].prefix(12).firstIndex(where: { $0.hasSuffix("{") }),
        !lines[number..<opening].contains(where: { $0.isEmpty || $0.hasSuffix("}") }),
        let closing = lines[opening...].firstIndex(of: indent + "}")
      else { continue }
      longest = max(longest, closing - opening - 1)
    }
    return longest
  }

  /// One of these is in each line that does, and in few others; to look for them takes no time.
  private static let opensBody = [
    "func ", "init", "subscript", "var ", "get", "set", "willSet", "didSet",
  ]

  /// Functions, initialisers, subscripts, and accessors that begin on the line of their property.
  private static func declaresFunction(_ line: String) -> Bool {
    guard opensBody.contains(where: { line.range(of: $0) != nil }) else { return false }
    let content = line.drop { $0 == " " }
    guard !content.hasPrefix("//"), !content.hasSuffix("}") else { return false }
    let called = #/([a-z@() ]+ )?(init[?!]?|subscript)[<(]/#
    let bare = #/([a-z()]+ )*var \w+: .*\{|(get|set|willSet|didSet|deinit)\b.*\{/#
    return content.contains("func ") || content.prefixMatch(of: called) != nil
      || content.prefixMatch(of: bare) != nil
  }

  @Test(
    "whatever has a body is a function",
    arguments: [
      "func a() {", "  package init?(_ a: Int) {", "init<A>(", "var a: Int {", "didSet {",
    ])
  func functions(_ line: String) {
    #expect(Self.declaresFunction(line))
    #expect(!Self.declaresFunction("// " + line))
    #expect(!Self.declaresFunction("var a: Int = 1"))
    #expect(!Self.declaresFunction("self.init(a)"))
  }
}
