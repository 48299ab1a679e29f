/// A banner of the home screen's carousel.
///
/// Two banners may be equal but for id and position: an existing app repeats the first two at the
/// end to fake an endless carousel.
package struct EventBanner: Sendable, Hashable {
  package let id: Int64
  /// What stands on it, read out where pictures are not seen.
  package let content: Title
  package let image: ImageReference
  /// From 1, in the order of display.
  package let position: Int

  package init(id: Int64, content: Title, image: ImageReference, position: Int) {
    self.id = id
    self.content = content
    self.image = image
    self.position = position
  }
}
