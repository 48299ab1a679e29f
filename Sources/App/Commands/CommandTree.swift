#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The commands and options of the program, as its parser describes them.
package struct CommandTree: Sendable {
  let root: Command

  /// - Parameter json: what the parser prints for `--experimental-dump-help`.
  /// - Throws: when it is described in another form.
  package init(json: String) throws {
    root = try JSONDecoder().decode(Description.self, from: Data(json.utf8)).command
  }

  private struct Description: Decodable { let command: Command }

  struct Command: Decodable, Sendable {
    let commandName: String
    let defaultSubcommand: String?
    let subcommands: [Command]?
    let arguments: [Argument]?

    func subcommand(_ name: String?) -> Command? {
      subcommands?.first { $0.commandName == name }
    }

    /// The option of this name, which begins with its dashes.
    func option(_ name: String) -> Argument? { arguments?.first { $0.spellings.contains(name) } }

    /// Words without a name that it takes.
    var operands: [Argument] { arguments?.filter { $0.kind == .positional } ?? [] }

    var neededOptions: [Argument] {
      (arguments ?? []).filter { $0.kind == .option && !$0.isOptional }
    }

    var optionNames: [String] { arguments?.flatMap(\.spellings) ?? [] }
    var commandNames: [String] { subcommands?.map(\.commandName) ?? [] }
  }

  struct Argument: Decodable, Sendable {
    enum Kind: String, Decodable { case positional, option, flag }
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: Kind
    let names: [Name]?
    let valueName: String?
    let isOptional: Bool

    var spellings: [String] { names?.map { ($0.kind == "long" ? "--" : "-") + $0.name } ?? [] }
    /// How people are told of it.
    var shownName: String { spellings.first ?? "<\(valueName ?? "value")>" }
  }
}
