import Domain
import UseCases

extension EventBannerDraft: AdministeredDraft {
  static let declaration = ListDeclaration<EventBannerDraft>(
    "EventBanner", "EventBanners", at: "event-banners", "A banner of the home screen.",
    [
      .string("content", Wire.title, "What stands on it, for those who hear it.", "리뷰 특별전") {
        $0.content.text
      },
      .string(
        "thumbnail_image_url", EventCategoryDocument.image, "The picture.",
        "/images/none.png"
      ) { $0.thumbnailImage.text },
      .optionalObject(
        "link", Wire.linkTarget, "Where a tap leads; left out for nowhere."
      ) { $0.link },
    ],
    example: [
      [
        "content": "리뷰 특별전", "thumbnail_image_url": "/images/none.png",
        "link": ["kind": "event", "id": 4],
      ],
      [
        "content": "패딩 모음", "thumbnail_image_url": "/images/none.png",
        "link": ["kind": "search", "query": "패딩"],
      ],
    ])

  static func read(_ reader: inout ObjectReader, from origin: Origin?) -> EventBannerDraft? {
    let content = reader.required("content", Title.init(_:))
    let image = reader.requiredImage("thumbnail_image_url", from: origin)
    let link = reader.linkTarget("link", from: origin)
    guard let content, let image else { return nil }
    return EventBannerDraft(content: content, thumbnailImage: image, link: link)
  }

  static func repository(of ports: Ports) -> any PlacedListRepository<EventBannerDraft> {
    ports.eventBanners
  }
}

extension CategoryDraft: AdministeredDraft {
  static let declaration = ListDeclaration<CategoryDraft>(
    "Category", "Categories", at: "categories", "A department of the shop.",
    [.string("title", Wire.title, "One line.", "상의") { $0.title.text }],
    example: zip(1..., demoTitles).map { ["id": .integer($0), "title": .string($1)] })

  /// All that item types of the demo shop stand under: none of them can be left out.
  private static let demoTitles = [
    "상의", "아우터", "바지", "원피스/스커트", "신발", "가방", "패션 소품", "언더웨어", "뷰티",
    "스포츠/레저", "라이프", "키즈", "브랜드",
  ]

  static func read(_ reader: inout ObjectReader, from origin: Origin?) -> CategoryDraft? {
    reader.required("title", Title.init(_:)).map(CategoryDraft.init)
  }

  static func repository(of ports: Ports) -> any PlacedListRepository<CategoryDraft> {
    ports.categories
  }
}

extension ItemTypeDraft: AdministeredDraft {
  static let declaration = ListDeclaration<ItemTypeDraft>(
    "ItemType", "ItemTypes", at: "item-types", "A kind of item inside of a category.",
    [
      .integer("category_id", .integer(1...), "The category that it stands under.", 1) {
        $0.categoryID
      },
      .optionalInteger(
        "section", .integer(0...),
        "How the Smart-Commerce app numbers the section that shows it; left out where it shall not.",
        100
      ) { $0.section },
      .string("title", Wire.title, "One line.", "후드 티셔츠") { $0.title.text },
      .string(
        "thumbnail_image_url", EventCategoryDocument.image, "The picture.",
        "/images/none.png"
      ) { $0.thumbnailImage.text },
    ],
    example: [
      [
        "id": 2, "category_id": 1, "section": 100, "title": "후드 티셔츠",
        "thumbnail_image_url": "/images/none.png",
      ]
    ])

  static func read(_ reader: inout ObjectReader, from origin: Origin?) -> ItemTypeDraft? {
    let category = reader.required("category_id") { value throws(ValidationError) in
      try value.wholeNumber()
    }
    let section = reader.optional("section") { value throws(ValidationError) in
      let section = try value.wholeNumber()
      guard section >= 0 else {
        throw ValidationError(
          "out_of_range", "The section is below 0.", hint: "Write its number, or none.")
      }
      return section
    }
    let title = reader.required("title", Title.init(_:))
    let image = reader.requiredImage("thumbnail_image_url", from: origin)
    guard let category, let title, let image else { return nil }
    return ItemTypeDraft(
      categoryID: category, section: section, title: title, thumbnailImage: image)
  }

  static func repository(of ports: Ports) -> any PlacedListRepository<ItemTypeDraft> {
    ports.itemTypes
  }
}

extension Wire {
  /// A link as administrators write it: URLs stand in it as they were given.
  static let linkTarget = WireObject<LinkTarget>(
    "LinkDocument", "Where a tap leads.",
    [
      .string("kind", .word(LinkTarget.kinds), "What is there.", "event") { $0.whole.kind },
      .optionalInteger(
        "id", .integer(1...), "Of an event, a product, a category or an item type.", 4
      ) { $0.whole.id },
      .optionalString("query", title, "The words of a search.", "패딩") { $0.whole.query },
      .optionalString(
        "url", EventCategoryDocument.image, "Of a page: https, or a path of this site.",
        "https://shop.example/about"
      ) { $0.whole.url },
    ])
}

extension ObjectReader {
  /// Where a tap leads; nil without one, or where it is wrong, which is noted.
  fileprivate mutating func linkTarget(_ name: String, from origin: Origin?) -> LinkTarget? {
    guard let value = member(name) else { return nil }
    do throws(Rejection) {
      return try LinkTarget(value, from: origin)
    } catch {
      note(name, error.fieldErrors)
      return nil
    }
  }

  /// Only the member that belongs to the kind is known.
  fileprivate mutating func linkTarget(from origin: Origin?) -> LinkTarget? {
    let kind = required("kind") { text throws(ValidationError) in
      guard LinkTarget.kinds.contains(text) else { throw .unknownLink }
      return text
    }
    guard let kind else {
      for name in ["id", "query", "url"] { _ = member(name) }
      return nil
    }
    switch kind {
    case "search": return required("query", Title.init(_:)).map { .search($0) }
    case "url":
      return required("url") { url throws(ValidationError) in try ImageReference(url, from: origin)
      }
      .map { .url($0) }
    default:
      let id = required("id") { value throws(ValidationError) in try value.id() }
      return id.flatMap { LinkTarget(kind: kind, id: $0) }
    }
  }
}

extension LinkTarget {
  /// Reads it as administrators write it.
  ///
  /// - Throws: every mistake, with pointers such as `/id`.
  init(_ value: JSONValue, from origin: Origin?) throws(Rejection) {
    var reader = try ObjectReader.open(value, nullsAreAbsent: true)
    let target = reader.linkTarget(from: origin)
    reader.refuseTheRest()
    guard let target, reader.fieldErrors.isEmpty else { throw Rejection(reader.fieldErrors) }
    self = target
  }
}
