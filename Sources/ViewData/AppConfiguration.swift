/// The configuration that an app reads when it starts.
public struct AppConfiguration: Sendable, Hashable, Codable {
  /// Whether this version must not be used any more.
  public let mustUpdate: Bool
  /// Whether a newer version is recommended.
  public let shouldUpdate: Bool
  /// The link to the update; nil if there is none.
  public let storeURL: String?
  /// A message for people about the update; nil for none.
  public let message: String?
  /// Settings of the app by their names.
  public let switches: [String: Switch]

  /// A setting: true, false or a text.
  public enum Switch: Sendable, Hashable, Codable {
    /// On or off.
    case flag(Bool)
    /// Some words.
    case text(String)

    /// Reads `true`, `false` or a text.
    public init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else {
        self = .text(try value.decode(String.self))
      }
    }

    /// Writes `true`, `false` or a text.
    public func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .flag(let flag): try value.encode(flag)
      case .text(let text): try value.encode(text)
      }
    }
  }

  /// The names on the wire.
  public enum CodingKeys: String, CodingKey {
    case mustUpdate = "must_update"
    case shouldUpdate = "should_update"
    case storeURL = "store_url"
    case message, switches
  }

  /// A configuration of these parts.
  public init(
    mustUpdate: Bool, shouldUpdate: Bool, storeURL: String?, message: String?,
    switches: [String: Switch]
  ) {
    self.mustUpdate = mustUpdate
    self.shouldUpdate = shouldUpdate
    self.storeURL = storeURL
    self.message = message
    self.switches = switches
  }

  /// Whether a switch is on; false for one that is off, a text, or unknown.
  public func isOn(_ name: String) -> Bool { switches[name] == .flag(true) }
}
