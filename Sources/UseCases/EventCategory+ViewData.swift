import Domain
import ViewData

extension EventCategoryCell {
  init(_ category: EventCategory, variant: EventCategoryVariant, origin: Origin?) {
    let image =
      switch variant {
      case .thumbnail: category.thumbnailImage
      case .text: category.thumbnailTextImage
      }
    self.init(
      id: category.id, title: category.title.text, imageURL: image.url(from: origin),
      position: category.position)
  }
}

extension EventCategoryCard {
  init(_ category: EventCategory, origin: Origin?) {
    self.init(
      id: category.id, title: category.title.text,
      thumbnailImageURL: category.thumbnailImage.url(from: origin),
      thumbnailTextImageURL: category.thumbnailTextImage.url(from: origin),
      position: category.position)
  }
}
