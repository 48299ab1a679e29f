import LocalPostgres

/// Finds every mistake in a command line that the parser has refused, which tells only the first.
///
/// It reads no values and decides no meaning: the parser does, of what is left and filled up.
package struct CommandLineReview {
  /// One sentence each.
  package private(set) var mistakes: [String] = []
  /// The same words without those that are mistakes.
  package private(set) var rest: [String] = []
  /// The command that was meant, such as `moa token create`.
  package private(set) var commandName: String
  /// What ``rest`` lacks, each with ``placeholder`` as its value.
  private var lacking: [String] = []
  private var command: CommandTree.Command

  /// - Parameter words: without the name of the program.
  package init(of words: [String], in tree: CommandTree) {
    command = tree.root
    commandName = command.commandName
    var words = words[...]
    guard takeCommands(from: &words) else { return }
    takeArguments(from: &words)
  }

  /// What is wrong with the words after `moa help`; nil when they name a command.
  package static func flaw(ofHelp words: [String], in tree: CommandTree) -> String? {
    var command = tree.root
    for word in words where !word.hasPrefix("-") && word != "help" {
      guard let next = command.subcommand(word) else { return unknown(word, in: command) }
      command = next
    }
    return nil
  }

  /// Stands for a value that is missing, so that the others can be read; a number and a text.
  package static let placeholder = "000000000000"

  /// Whether the words end before they have named what the command needs.
  package var lacksWords: Bool { !lacking.isEmpty }

  /// The words that are no mistakes, as a whole command line.
  package var filled: [String] { rest + lacking }

  // MARK: Commands

  /// False when a command is unknown, so that nothing can be said of its options.
  private mutating func takeCommands(from words: inout ArraySlice<String>) -> Bool {
    while command.subcommands != nil {
      guard let next = command.subcommand(words.first) else {
        if let usual = command.subcommand(command.defaultSubcommand) {
          command = usual
          continue
        }
        guard let word = words.first, !Self.isForHelp(word) else { return true }
        let isEarly = word.hasPrefix("-")
        mistakes.append(isEarly ? early(word, words) : Self.unknown(word, in: command))
        return false
      }
      rest.append(words.removeFirst())
      command = next
      commandName += " " + next.commandName
    }
    return true
  }

  private static func isForHelp(_ word: String) -> Bool {
    ["-h", "--help", "--version"].contains(word)
  }

  private func early(_ option: String, _ words: ArraySlice<String>) -> String {
    let meant = words.compactMap(command.subcommand).first?.commandName ?? "COMMAND"
    let shown = option.printable(100)
    return "\(shown) comes before the command: write \(commandName) \(meant) \(shown)."
  }

  private static func unknown(_ word: String, in command: CommandTree.Command) -> String {
    let (names, shown) = (command.commandNames, word.printable(100))
    guard !names.isEmpty else { return "\"\(shown)\" is no command of \(command.commandName)." }
    let meant = Spelling.nearest(to: word, among: names).map { "write \($0); " } ?? ""
    let list = names.joined(separator: ", ")
    return "\(command.commandName) has no command \"\(shown)\": \(meant)the commands are \(list)."
  }

  // MARK: Options and operands

  private mutating func takeArguments(from words: inout ArraySlice<String>) {
    var operands = 0
    var told: [String] = []
    let first = rest.count
    while let word = words.popFirst(), word != "--" {
      if word.hasPrefix("-"), word != "-" {
        takeOption(word, from: &words, &told)
      } else if operands < command.operands.count {
        operands += 1
        rest.append(word)
      } else {
        mistakes.append("the word \"\(word.printable(100))\" has no meaning here: remove it.")
      }
    }
    tellMissing(operands, told)
    fillUp(operands, given: Set(rest[first...].map(Self.name)))
  }

  private static func name(_ word: String) -> String { String(word.prefix { $0 != "=" }) }

  private mutating func takeOption(
    _ word: String, from words: inout ArraySlice<String>, _ told: inout [String]
  ) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = Self.name(word)
    guard let option = command.option(name) else {
      return takeUnknown(name, word, from: &words, &told)
    }
    told.append(option.shownName)
    let isFollowed = words.first.map { !$0.hasPrefix("-") || $0 == "-" } ?? false
    switch option.kind {
    case .flag where parts.count == 2:
      mistakes.append("\(name) takes no value: write \(name) alone.")
    case .option where parts.count == 1 && Self.isNegative(words.first):
      // The parser takes it for an option; as a value it is judged like any other.
      rest.append("\(word)=\(words.removeFirst())")
    case .option where parts.count == 1 && !isFollowed:
      mistakes.append("\(name) needs a value: write \(name) <\(option.valueName ?? "value")>.")
    case .option where parts.count == 1: rest += [word] + [words.removeFirst()]
    default: rest.append(word)
    }
  }

  private static func isNegative(_ word: String?) -> Bool {
    word.map { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true } ?? false
  }

  private mutating func takeUnknown(
    _ name: String, _ word: String, from words: inout ArraySlice<String>, _ told: inout [String]
  ) {
    guard !Self.isForHelp(name) else { return rest.append(word) }
    let meant = Spelling.nearest(to: name, among: command.optionNames)
    // What was meant is not missing as well.
    if let option = meant.flatMap(command.option) { told.append(option.shownName) }
    let shown = name.printable(100)
    mistakes.append(
      "\(commandName) has no option \(shown): " + (meant.map { "write \($0)." } ?? "remove it."))
    // What follows is probably its value, unless the command takes words without a name.
    guard command.operands.isEmpty, name == word, words.first?.hasPrefix("-") == false else {
      return
    }
    words.removeFirst()
  }

  private mutating func tellMissing(_ operands: Int, _ told: [String]) {
    let missing =
      command.operands.dropFirst(operands).filter { !$0.isOptional }
      + command.neededOptions.filter { !told.contains($0.shownName) }
    for argument in missing { mistakes.append("\(argument.shownName) is missing: add it.") }
  }

  private mutating func fillUp(_ operands: Int, given: Set<String>) {
    for option in command.neededOptions where given.isDisjoint(with: option.spellings) {
      lacking += [option.shownName, Self.placeholder]
    }
    let missing = command.operands.dropFirst(operands).filter { !$0.isOptional }
    lacking += missing.map { _ in Self.placeholder }
  }
}
