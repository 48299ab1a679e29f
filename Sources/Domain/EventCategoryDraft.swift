/// The content of an event category: everything that people decide about it but its place.
package struct EventCategoryDraft: Sendable, Hashable {
  /// By which files and people name it; matched when the whole list is replaced.
  package let key: Slug
  /// What both tabs write beside the picture.
  package let title: Title
  /// The picture of the category tab.
  package let thumbnailImage: ImageReference
  /// The picture with lettering of the home tab.
  package let thumbnailTextImage: ImageReference
  /// When it is shown.
  package let schedule: Schedule

  package init(
    key: Slug, title: Title, thumbnailImage: ImageReference, thumbnailTextImage: ImageReference,
    schedule: Schedule = .always
  ) {
    self.key = key
    self.title = title
    self.thumbnailImage = thumbnailImage
    self.thumbnailTextImage = thumbnailTextImage
    self.schedule = schedule
  }
}
