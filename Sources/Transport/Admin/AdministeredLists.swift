import Domain
import UseCases
import Web

extension EventBannerDraft: AdministeredDraft {
  static let declaration = ListDeclaration<EventBannerDraft>(
    "EventBanner", "EventBanners", at: "event-banners", "A banner of the home screen.",
    [contentMember.answer, imageMember.answer, linkMember.answer],
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

  private static let contentMember = SharedMember<Placed<Self>, _>(
    .string("content", Wire.title, "What stands on it, for those who hear it.", "리뷰 특별전") {
      $0.content.text
    }, .title)
  private static let imageMember = SharedMember<Placed<Self>, _>(
    .string("thumbnail_image_url", Wire.image, "The picture.", "/images/none.png") {
      $0.thumbnailImage.text
    }, .image)
  private static let linkMember = SharedMember<Placed<Self>, _>(
    .optionalObject("link", Wire.linkTarget, "Where a tap leads; left out for nowhere.") {
      $0.link
    }, .object(LinkTarget.document))

  static func read(_ reader: inout ObjectReader) -> EventBannerDraft? {
    let content = reader.required(contentMember.body)
    let image = reader.required(imageMember.body)
    let link = reader.optional(linkMember.body)
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
    [titleMember.answer],
    example: zip(1..., demoTitles).map { ["id": .integer($0), "title": .string($1)] })

  /// All that item types of the demo shop stand under: none of them can be left out.
  private static let demoTitles = [
    "상의", "아우터", "바지", "원피스/스커트", "신발", "가방", "패션 소품", "언더웨어", "뷰티",
    "스포츠/레저", "라이프", "키즈", "브랜드",
  ]

  private static let titleMember = SharedMember<Placed<Self>, _>(
    .string("title", Wire.title, "One line.", "상의") { $0.title.text }, .title)

  static func read(_ reader: inout ObjectReader) -> CategoryDraft? {
    reader.required(titleMember.body).map(CategoryDraft.init)
  }

  static func repository(of ports: Ports) -> any PlacedListRepository<CategoryDraft> {
    ports.categories
  }
}

extension ItemTypeDraft: AdministeredDraft {
  static let declaration = ListDeclaration<ItemTypeDraft>(
    "ItemType", "ItemTypes", at: "item-types", "A kind of item inside of a category.",
    [categoryMember.answer, sectionMember.answer, titleMember.answer, imageMember.answer],
    example: [
      [
        "id": 2, "category_id": 1, "section": 100, "title": "후드 티셔츠",
        "thumbnail_image_url": "/images/none.png",
      ]
    ])

  private static let categoryMember = SharedMember<Placed<Self>, _>(
    .integer("category_id", .integer(1...), "The category that it stands under.", 1) {
      $0.categoryID
    }, .soughtID)
  private static let sectionMember = SharedMember<Placed<Self>, _>(
    .optionalInteger(
      "section", .integer(0...),
      "How the Smart-Commerce app numbers the section that shows it; left out where it shall not.",
      100
    ) { $0.section },
    .integer(
      0...,
      outside: ValidationError(
        "out_of_range", "The section is below 0.", hint: "Write its number, or none.")))
  private static let titleMember = SharedMember<Placed<Self>, _>(
    .string("title", Wire.title, "One line.", "후드 티셔츠") { $0.title.text }, .title)
  private static let imageMember = SharedMember<Placed<Self>, _>(
    .string("thumbnail_image_url", Wire.image, "The picture.", "/images/none.png") {
      $0.thumbnailImage.text
    }, .image)

  static func read(_ reader: inout ObjectReader) -> ItemTypeDraft? {
    let category = reader.required(categoryMember.body)
    let section = reader.optional(sectionMember.body)
    let title = reader.required(titleMember.body)
    let image = reader.required(imageMember.body)
    guard let category, let title, let image else { return nil }
    return ItemTypeDraft(
      categoryID: category, section: section, title: title, thumbnailImage: image)
  }

  static func marks(of item: JSONValue) -> PlacedList<Self>.Marks {
    .init(parent: categoryMember.body.quietly(in: item).map(ListParent.init(category:)))
  }

  static func repository(of ports: Ports) -> any PlacedListRepository<ItemTypeDraft> {
    ports.itemTypes
  }
}
