extension Refusal {
  /// Everything that is wrong with a command line, one line each when there is more than one mistake.
  package static func commandLine(_ mistakes: [String], of command: String) -> Refusal {
    let help = "See `\(command) --help`."
    guard mistakes.count != 1 else { return Refusal(.usage, "\(mistakes[0]) \(help)") }
    let lines = mistakes.map { "  " + $0 }
    return Refusal(
      .usage,
      (["\(mistakes.count) mistakes in the command line:"] + lines + [help]).joined(separator: "\n")
    )
  }
}
