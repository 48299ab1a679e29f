package import Domain
package import ViewData

/// The configuration of an app, read when it starts.
package struct ShowAppConfig: Sendable {
  private let lists: BrowseLists

  package init(_ lists: BrowseLists) {
    self.lists = lists
  }

  /// The answer for one version of an app; without a configuration of its platform, nothing to do.
  ///
  /// - Parameter language: the language of the message, by RFC 5646.
  package func callAsFunction(
    _ platform: String, _ version: AppVersion, in language: String, from origin: Origin?
  ) async throws(Failure) -> AppConfiguration {
    let configs = try await lists.shown(AppConfigDraft.self).map(\.item.draft)
    guard let config = configs.first(where: { $0.platform.text == platform }) else {
      return AppConfiguration(
        mustUpdate: false, shouldUpdate: false, storeURL: nil, message: nil, switches: [:])
    }
    let mustUpdate = config.minimumVersion.map { version < $0 } ?? false
    let shouldUpdate = mustUpdate || config.recommendedVersion.map { version < $0 } ?? false
    let message = config.message.first { $0.language.text == language } ?? config.message.first
    return AppConfiguration(
      mustUpdate: mustUpdate, shouldUpdate: shouldUpdate,
      storeURL: config.storeURL?.url(from: origin),
      message: shouldUpdate ? message?.title.text : nil,
      switches: Dictionary(config.switches.map { ($0.name.text, .init($0.value)) }) { $1 })
  }
}

extension AppConfiguration.Switch {
  package init(_ value: AppSwitch.Value) {
    switch value {
    case .flag(let flag): self = .flag(flag)
    case .text(let text): self = .text(text.text)
    }
  }
}
