import Configuration

/// Reads settings as text, flags before environment, and collects what is wrong with them.
///
/// Numbers and durations are parsed here and not by the provider, which would answer nil to a
/// typing error and so hide it behind the default.
struct SettingReader {
  private let reader: ConfigReader
  private(set) var mistakes: [String] = []

  init(flags: [Setting: String], environment: [String: String]) {
    let given = flags.map { setting, text in
      let value = ConfigValue(.string(text), isSecret: setting.isSecret)
      return (AbsoluteConfigKey([setting.rawValue]), value)
    }
    reader = ConfigReader(providers: [
      InMemoryProvider(name: "flags", values: Dictionary(uniqueKeysWithValues: given)),
      EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "moa"),
    ])
  }

  /// The text given, or nil. An empty variable counts as none: that is how scripts unset one.
  func text(_ setting: Setting) -> String? {
    let key = ConfigKey([setting.rawValue])
    guard let text = reader.string(forKey: key, isSecret: setting.isSecret), !text.isEmpty else {
      return nil
    }
    return text
  }

  /// Whether it was given, but as nothing.
  func isEmpty(_ setting: Setting) -> Bool {
    let key = ConfigKey([setting.rawValue])
    return reader.string(forKey: key, isSecret: setting.isSecret)?.isEmpty == true
  }

  /// What `parse` makes of the text given; `fallback` without one, and also after a mistake, so
  /// that the mistakes behind it are found too.
  mutating func value<Value>(
    _ setting: Setting, _ fallback: Value, expecting form: String,
    parse: (String) -> Value?
  ) -> Value {
    guard let text = text(setting) else { return fallback }
    if let value = parse(text) { return value }
    reject(setting, text, expecting: form)
    return fallback
  }

  /// What `parse` makes of the text given, or nil without one. A method of its own, because an
  /// optional value would make the nil that means a mistake a value like any other.
  mutating func optional<Value>(
    _ setting: Setting, expecting form: String, parse: (String) -> Value?
  ) -> Value? {
    guard let text = text(setting) else { return nil }
    if let value = parse(text) { return value }
    reject(setting, text, expecting: form)
    return nil
  }

  /// `true` and `false`, as flags and scripts write them.
  mutating func truth(_ setting: Setting, or fallback: Bool = false) -> Bool {
    value(setting, fallback, expecting: "write true or false") { text in
      switch text.lowercased() {
      case "true", "1", "yes", "on": true
      case "false", "0", "no", "off": false
      default: nil
      }
    }
  }

  /// A whole number inside of `range`.
  mutating func number(_ setting: Setting, _ fallback: Int, in range: ClosedRange<Int>) -> Int {
    let form = "write a whole number from \(range.lowerBound) to \(range.upperBound)"
    return value(setting, fallback, expecting: form) { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A duration such as `500ms`, `5s` or `2m`, at most `longest`; a bare number means seconds.
  mutating func duration(
    _ setting: Setting, _ fallback: Duration, atMost longest: Duration
  ) -> Duration {
    let form = "write a duration such as 500ms, 5s or 2m, at most \(longest.components.seconds)s"
    return value(setting, fallback, expecting: form) { text in
      Duration(setting: text).flatMap { $0 <= longest ? $0 : nil }
    }
  }

  /// Notes a mistake in a sentence of its own.
  mutating func reject(_ setting: Setting, _ sentence: String) {
    mistakes.append("\(setting.name): \(sentence)")
  }

  private mutating func reject(_ setting: Setting, _ text: String, expecting form: String) {
    let value = setting.isSecret ? "the value" : "\"\(text.printable(200))\""
    reject(setting, "\(value) cannot be used: \(form).")
  }
}

extension Duration {
  /// Reads `500ms`, `5s`, `2m` or `5`; nil for anything else.
  fileprivate init?(setting text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    // Nine digits of minutes still fit, whatever the unit.
    guard digits.count <= 9, let number = Int(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": self = .milliseconds(number)
    case "", "s": self = .seconds(number)
    case "m": self = .seconds(number * 60)
    default: return nil
    }
  }
}
