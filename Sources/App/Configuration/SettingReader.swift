import Domain
import LocalPostgres
import Operations
import Web

/// Reads settings as text, flags before environment before defaults, and collects mistakes.
struct SettingReader {
  private let flags: [Setting: String]
  private let environment: [String: String]
  let machine: Machine
  private(set) var mistakes: [String] = []

  init(flags: [Setting: String], environment: [String: String], machine: Machine) {
    self.flags = flags
    self.environment = environment
    self.machine = machine
  }

  private func raw(_ setting: Setting) -> String? {
    flags[setting] ?? environment[setting.environmentVariable]
  }

  /// The text given, or nil. An empty variable counts as none: that is how scripts unset one.
  func text(_ setting: Setting) -> String? {
    raw(setting).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether it was given, but as nothing.
  func isEmpty(_ setting: Setting) -> Bool { raw(setting)?.isEmpty == true }

  /// Where the value comes from.
  func source(of setting: Setting) -> SettingSource {
    guard text(setting) != nil else { return .usual }
    return flags[setting] == nil ? .environment : .flag
  }

  /// The parsed value of the given text, otherwise of the default. After a mistake it is also the
  /// default, so that later mistakes are found too. Nil if there is neither.
  ///
  /// - Parameter form: the valid form, after "write"; by default that of the setting's kind.
  mutating func optional<Value>(
    _ setting: Setting, expecting form: String? = nil, parse: (String) -> Value?
  ) -> Value? {
    if let text = text(setting) {
      if let value = parse(text) { return value }
      let value = setting.isSecret ? "the value" : "\"\(text.withoutCredentials.printable(200))\""
      reject(setting, "\(value) cannot be used: write \(form ?? setting.form).")
    }
    return setting.fallback.text(machine).flatMap(parse)
  }

  /// The same for a setting whose default is a value.
  mutating func value<Value>(
    _ setting: Setting, expecting form: String? = nil, parse: (String) -> Value?
  ) -> Value {
    guard let value = optional(setting, expecting: form, parse: parse) else {
      preconditionFailure("\(setting.name) has no default that can be read")
    }
    return value
  }

  mutating func truth(_ setting: Setting) -> Bool {
    value(setting) { text in
      switch text.lowercased() {
      case "true", "1", "yes", "on": true
      case "false", "0", "no", "off": false
      default: nil
      }
    }
  }

  mutating func number(_ setting: Setting) -> Int { value(setting, parse: setting.number) }

  mutating func optionalNumber(_ setting: Setting) -> Int? {
    optional(setting, parse: setting.number)
  }

  mutating func duration(_ setting: Setting) -> Duration {
    value(setting) { text in
      guard case .duration(let longest) = setting.kind else { return nil }
      return Duration(setting: text).flatMap { $0 <= longest ? $0 : nil }
    }
  }

  mutating func choice<Value: RawRepresentable<String>>(_ setting: Setting) -> Value {
    value(setting) { Value(rawValue: $0.lowercased()) }
  }

  mutating func optionalChoice<Value: RawRepresentable<String>>(_ setting: Setting) -> Value? {
    optional(setting) { Value(rawValue: $0.lowercased()) }
  }

  /// Refuses texts that no request may hold.
  mutating func refuseMarks() {
    for setting in Setting.allCases {
      guard let flaw = text(setting).flatMap(ValidationError.tooManyMarks) else { continue }
      reject(setting, "the value cannot be used: \(flaw.detail) \(flaw.hint)")
    }
  }

  /// Notes a mistake in a sentence of its own.
  mutating func reject(_ setting: Setting, _ sentence: String) {
    mistakes.append("\(setting.name): \(sentence)")
  }
}

extension String {
  /// With `***` for all between `//` and the last `@`, where URLs have a password.
  var withoutCredentials: String {
    guard let slashes = firstRange(of: "//"), let end = lastIndex(of: "@"),
      slashes.upperBound <= end
    else { return self }
    return self[..<slashes.upperBound] + "***" + self[end...]
  }
}

extension Setting {
  /// Nil for a text that is no number of its range.
  fileprivate func number(_ text: String) -> Int? {
    guard case .number(let range) = kind, let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }
}

extension Duration {
  /// Reads `500ms`, `5s`, `2m` or `5`; nil for anything else.
  fileprivate init?(setting text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    // Nine digits of minutes still fit, in any unit.
    guard digits.count <= 9, let number = Int(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": self = .milliseconds(number)
    case "", "s": self = .seconds(number)
    case "m": self = .seconds(number * 60)
    default: return nil
    }
  }
}

/// Every mistake in a configuration, so that an operator mends all of them at once.
package struct ConfigurationMistakes: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence each, without the values of secrets.
  package let sentences: [String]

  package init(_ sentences: [String]) {
    self.sentences = sentences
  }

  /// One line for each mistake.
  package var description: String {
    let count = sentences.count == 1 ? "a mistake" : "\(sentences.count) mistakes"
    return (["\(count) in the configuration:"] + sentences.map { "  " + $0 })
      .joined(separator: "\n")
  }
}
