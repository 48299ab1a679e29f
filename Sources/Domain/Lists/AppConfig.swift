import Text

/// The configuration of the apps on a platform: the versions that still run, and switches.
package struct AppConfigDraft: ListedDraft {
  package static let name = "app_config"
  package static let noun = "app configuration"
  package static let platforms = ["ios", "android", "web"]
  package static let countMax = platforms.count
  package static let keyName: String? = "platform"
  /// One of ``platforms``.
  package let platform: Slug
  /// Older apps must be updated; nil when all may run.
  package let minimumVersion: AppVersion?
  /// Older apps should be updated; nil when none should.
  package let recommendedVersion: AppVersion?
  /// Where the update is.
  package let storeURL: ImageReference?
  /// At most one for each language.
  package let message: [LocalizedTitle]
  /// At most ``AppSwitch/countMax``, each name once.
  package let switches: [AppSwitch]

  package init(
    platform: Slug, minimumVersion: AppVersion? = nil, recommendedVersion: AppVersion? = nil,
    storeURL: ImageReference? = nil, message: [LocalizedTitle] = [], switches: [AppSwitch] = []
  ) {
    self.platform = platform
    self.minimumVersion = minimumVersion
    self.recommendedVersion = recommendedVersion
    self.storeURL = storeURL
    self.message = message
    self.switches = switches
  }

  package var itemKey: Slug? { platform }
}

/// A version of an app, compared number by number: 1.10 is newer than 1.9, and 2 equals 2.0.
package struct AppVersion: Sendable, Hashable, Comparable {
  package let text: String
  private let numbers: [Int]

  /// - Throws: `malformed` unless it is one to four numbers of at most nine digits.
  package init(_ text: String) throws(ValidationError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count <= 9 && part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil
    }
    guard numbers.count == parts.count, numbers.count <= 4 else {
      throw ValidationError(
        "malformed", "This is no version.", hint: "Write one to four numbers, such as 1.4.2.",
        allowed: .example("1.4.2"))
    }
    self.text = text
    self.numbers = numbers + Array(repeating: 0, count: 4 - numbers.count)
  }

  /// Older than every other version.
  package static let zero = AppVersion()

  private init() {
    text = "0"
    numbers = [0, 0, 0, 0]
  }

  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

/// A setting by which a shop changes how its apps behave.
package struct AppSwitch: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case flag(Bool)
    case text(Title)
  }

  package static let countMax = 100
  package static let duplicate = ValidationError(
    "duplicate", "Two switches have this name.",
    hint: "Leave one out; spaces around it are removed.")
  package let name: Title
  package let value: Value

  package init(_ name: Title, _ value: Value) {
    self.name = name
    self.value = value
  }
}
