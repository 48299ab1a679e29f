/// Which picture of an event category a screen shows.
public enum EventCategoryVariant: String, Sendable, Hashable, Codable, CaseIterable {
  /// The plain picture, for the category tab.
  case thumbnail
  /// The picture with lettering, for the home tab.
  case text
}
