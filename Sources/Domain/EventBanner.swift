/// A banner of the home screen's carousel.
///
/// Two banners may be equal but for id and position: an existing app repeats the first two at the
/// end to fake an endless carousel.
package typealias EventBanner = Placed<EventBannerDraft>

/// What a banner shows.
package struct EventBannerDraft: ListedDraft {
  /// A carousel of more than a hundred is never seen to its end.
  package static let countMax = 100
  package static let noun = "event banner"
  /// What stands on it, read out where pictures are not seen.
  package let content: Title
  package let thumbnailImage: ImageReference
  /// Nil for one that only says something.
  package let link: LinkTarget?

  package init(content: Title, thumbnailImage: ImageReference, link: LinkTarget?) {
    self.content = content
    self.thumbnailImage = thumbnailImage
    self.link = link
  }

  package var image: ImageReference? { thumbnailImage }
  package var parent: ListParent? { nil }

  package var targets: [ListTarget] {
    guard let link, link.id != nil else { return [] }
    return [ListTarget(link, at: "/link/id")]
  }
}
