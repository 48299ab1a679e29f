import App
import ArgumentParser

/// Some settings as the options of a command: their names, their help and their values come from
/// the table of settings, so that a new setting needs no line here.
///
/// ArgumentParser finds the options of a type by reflection, and hands their values to
/// `init(from:)`, each under its label.
struct SettingOptions<Scope: SettingScope>: ParsableArguments, CustomReflectable {
  /// The values that the command line gives.
  private(set) var flags: [Setting: String] = [:]

  init() {}

  var customMirror: Mirror {
    Mirror(
      self,
      children: Scope.settings.map { setting in
        let option: Any = setting.kind == .flag ? Flag<Bool>(setting) : Option<String?>(setting)
        return (label: setting.key, value: option)
      })
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Label.self)
    for setting in Scope.settings {
      let label = Label(stringValue: setting.key)
      if setting.kind == .flag {
        let isGiven = try values.decode(Flag<Bool>.self, forKey: label).wrappedValue
        if isGiven { flags[setting] = "true" }
      } else {
        flags[setting] = try values.decode(Option<String?>.self, forKey: label).wrappedValue
      }
    }
  }

  private struct Label: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Which settings a command takes, in the order of its help.
protocol SettingScope {
  static var settings: [Setting] { get }
}

/// The settings of a server, used by `moa serve` and `moa doctor`.
typealias ServeOptions = SettingOptions<ServerScope>

enum ServerScope: SettingScope {
  static let settings = Setting.allCases.filter { $0.flag != nil }
}

/// Which database a command works on.
typealias DatabaseOptions = SettingOptions<DatabaseScope>

enum DatabaseScope: SettingScope {
  static let settings: [Setting] = [
    .databaseURL, .databasePrepared, .dataDirectory, .logLevel, .logFormat,
  ]
}

/// The same, and under which URL people reach the server.
typealias LinkOptions = SettingOptions<LinkScope>

enum LinkScope: SettingScope {
  static let settings = DatabaseScope.settings + [.publicURL]
}

/// The same, and its archive.
typealias RestoreOptions = SettingOptions<RestoreScope>

enum RestoreScope: SettingScope {
  static let settings = DatabaseScope.settings + [.archive]
}

/// The same, and where backups are.
typealias BackupOptions = SettingOptions<BackupScope>

enum BackupScope: SettingScope {
  static let settings = DatabaseScope.settings + [.backups]
}

extension Option where Value == String? {
  fileprivate init(_ setting: Setting) {
    self.init(
      name: .customLong(setting.key),
      help: ArgumentHelp("\(setting.help) (default: \(setting.fallback.shown))"))
  }
}

extension Flag where Value == Bool {
  fileprivate init(_ setting: Setting) {
    self.init(
      wrappedValue: false, name: .customLong(setting.key), help: ArgumentHelp(setting.help))
  }
}
