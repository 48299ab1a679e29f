package import LocalPostgres
package import Operations
import Web

/// The origin of a setting's value.
package enum SettingSource: String, Sendable, Hashable {
  case flag, environment
  case usual = "default"
}

/// Every setting with its value and where that comes from, for people and for scripts.
package struct SettingTable: Sendable {
  package struct Row: Sendable {
    package let setting: Setting
    /// Nil where there is none; a secret's is masked.
    package let value: String?
    package let source: SettingSource
  }

  package let rows: [Row]
  /// Mistakes in the values, one sentence each.
  package let mistakes: [String]
  /// Variables that look like settings and are none, one sentence each.
  package let doubts: [String]

  package init(flags: [Setting: String], environment: [String: String], machine: Machine) {
    var reader = SettingReader(flags: flags, environment: environment, machine: machine)
    rows = Setting.allCases.map { setting in
      let given = reader.text(setting).map { setting.isSecret ? "***" : $0.withoutCredentials }
      return Row(
        setting: setting, value: given ?? setting.fallback.text(machine),
        source: reader.source(of: setting))
    }
    _ = Configuration(&reader)
    mistakes = reader.mistakes
    doubts = EnvironmentReview.doubts(about: environment)
  }

  /// As columns.
  package var report: CommandReport {
    let words = rows.map { row in
      let value = row.value.map { $0.printable(200) } ?? "(\(row.setting.fallback.shown))"
      return [row.setting.flag ?? row.setting.environmentVariable, value, row.source.rawValue]
    }
    return CommandReport(lines: CommandReport.aligned(words), of: rows) { writer, row in
      writer.key("name")
      writer.string(row.setting.key)
      writer.key("variable")
      writer.string(row.setting.environmentVariable)
      writer.key("value")
      writer.optional(row.value)
      writer.key("source")
      writer.string(row.source.rawValue)
    }
  }

  /// All mistakes in the values as one error.
  package var refusal: CommandError {
    CommandError(.configuration, ConfigurationMistakes(mistakes).description)
  }

  /// The table of the article *Settings*.
  package static var markdown: String {
    let rows = Setting.allCases.map { setting in
      let flag = setting.flag.map { "`\($0)`" } ?? ""
      let shown = setting.fallback.shown
      let fallback = setting.fallback.isValue ? "`\(shown)`" : shown
      return "| \(flag) | `\(setting.environmentVariable)` | \(fallback) | \(setting.help) |"
    }
    return (["| flag | variable | default | |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }
}
