import Domain
import ViewData

extension EventCategoryCell {
  init(_ shown: ShownEventCategory, variant: EventCategoryVariant, origin: Origin?) {
    let category = shown.category
    let (image, summary) =
      switch variant {
      case .thumbnail: (category.thumbnailImage, shown.thumbnail)
      case .text: (category.thumbnailTextImage, shown.thumbnailText)
      }
    self.init(
      id: category.id, title: category.title.text, imageURL: image.url(from: origin),
      image: summary.map(ImagePlaceholder.init),
      link: LinkTarget.event(category.id).link(from: origin), position: category.position)
  }
}

extension EventCategoryCard {
  init(_ shown: ShownEventCategory, origin: Origin?) {
    let category = shown.category
    self.init(
      id: category.id, title: category.title.text,
      thumbnailImageURL: category.thumbnailImage.url(from: origin),
      thumbnailImage: shown.thumbnail.map(ImagePlaceholder.init),
      thumbnailTextImageURL: category.thumbnailTextImage.url(from: origin),
      thumbnailTextImage: shown.thumbnailText.map(ImagePlaceholder.init),
      link: LinkTarget.event(category.id).link(from: origin), position: category.position)
  }
}

extension ImagePlaceholder {
  init(_ summary: ImageSummary) {
    self.init(width: summary.width, height: summary.height, color: summary.color.text)
  }
}
