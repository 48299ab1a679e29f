import Domain
import ViewData
import Web

/// All lists, in the order in which a seed file is written: links lead to earlier ones.
enum AdministeredLists {
  static let all: [any AdministeredDraft.Type] = [
    CategoryDraft.self, ItemTypeDraft.self, EventCategoryDraft.self, EventBannerDraft.self,
    HomeSectionDraft.self, AppConfigDraft.self,
  ]
}

extension EventCategoryDraft: AdministeredDraft {
  static let declaration = ListDeclaration<EventCategoryDraft>(
    "EventCategory", "EventCategories", at: "event-categories", "An event of the shop.",
    [keyMember.answer, titleMember.answer, imageMember.answer, textImageMember.answer],
    example: [
      [
        "key": "winter-sale", "title": "겨울 세일", "thumbnail_image_url": "/images/none.png",
        "thumbnail_text_image_url": "/images/none.png", "starts_at": "2026-12-01T00:00:00Z",
        "ends_at": "2027-03-01T00:00:00Z",
      ]
    ], hasItemCalls: true)

  private static let keyMember = SharedMember<ListItem<Self>, _>(
    .value("key", Wire.key, "Unique; names it in seed files.", "winter-sale") {
      .string($0.key.text)
    },
    .key)
  private static let titleMember = SharedMember<ListItem<Self>, _>(
    .value("title", Wire.title, "One line.", "겨울 세일") { .string($0.title.text) }, .title)
  private static let imageMember = SharedMember<ListItem<Self>, _>(
    .value("thumbnail_image_url", Wire.image, "The picture alone.", "/images/none.png") {
      .string($0.thumbnailImage.text)
    }, .image)
  private static let textImageMember = SharedMember<ListItem<Self>, _>(
    .value(
      "thumbnail_text_image_url", Wire.image, "The picture with its words.", "/images/none.png"
    ) { .string($0.thumbnailTextImage.text) }, .image)

  static func read(_ reader: inout ObjectReader) -> EventCategoryDraft? {
    let key = reader.required(keyMember.body)
    let title = reader.required(titleMember.body)
    let image = reader.required(imageMember.body)
    let textImage = reader.required(textImageMember.body)
    guard let key, let title, let image, let textImage else { return nil }
    return EventCategoryDraft(
      key: key, title: title, thumbnailImage: image, thumbnailTextImage: textImage)
  }
}

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

  private static let contentMember = SharedMember<ListItem<Self>, _>(
    .value("content", Wire.title, "The words in the picture, for screen readers.", "리뷰 특별전") {
      .string($0.content.text)
    }, .title)
  private static let imageMember = SharedMember<ListItem<Self>, _>(
    .value("thumbnail_image_url", Wire.image, "The picture.", "/images/none.png") {
      .string($0.thumbnailImage.text)
    }, .image)
  private static let linkMember = SharedMember<ListItem<Self>, _>(
    .object("link", Wire.linkTarget, isRequired: false, "What a tap opens; left out for nothing.") {
      $0.link
    }, .object(LinkTarget.document))

  static func read(_ reader: inout ObjectReader) -> EventBannerDraft? {
    let content = reader.required(contentMember.body)
    let image = reader.required(imageMember.body)
    let link = reader.optional(linkMember.body)
    guard let content, let image else { return nil }
    return EventBannerDraft(content: content, thumbnailImage: image, link: link)
  }
}

extension CategoryDraft: AdministeredDraft {
  static let declaration = ListDeclaration<CategoryDraft>(
    "Category", "Categories", at: "categories", "A department of the shop.",
    [titleMember.answer],
    example: zip(1..., demoTitles).map { ["id": .integer($0), "title": .string($1)] })

  /// Item types of the demo shop belong to these: none of them can be left out.
  private static let demoTitles = [
    "상의", "아우터", "바지", "원피스/스커트", "신발", "가방", "패션 소품", "언더웨어", "뷰티",
    "스포츠/레저", "라이프", "키즈", "브랜드",
  ]

  private static let titleMember = SharedMember<ListItem<Self>, _>(
    .value("title", Wire.title, "One line.", "상의") { .string($0.title.text) }, .title)

  static func read(_ reader: inout ObjectReader) -> CategoryDraft? {
    reader.required(titleMember.body).map(CategoryDraft.init)
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

  private static let categoryMember = SharedMember<ListItem<Self>, _>(
    .value("category_id", .integer(1...), "The category that it belongs to.", 1) {
      .integer($0.categoryID)
    }, .soughtID)
  private static let sectionMember = SharedMember<ListItem<Self>, _>(
    .value(
      "section", .integer(0...), isRequired: false,
      "How the Smart-Commerce app numbers the section that shows it; left out where it shall not.",
      100
    ) { .integer($0.section) },
    .integer(
      0...,
      outside: ValidationError(
        "out_of_range", "The section is below 0.", hint: "Write its number, or none.")))
  private static let titleMember = SharedMember<ListItem<Self>, _>(
    .value("title", Wire.title, "One line.", "후드 티셔츠") { .string($0.title.text) }, .title)
  private static let imageMember = SharedMember<ListItem<Self>, _>(
    .value("thumbnail_image_url", Wire.image, "The picture.", "/images/none.png") {
      .string($0.thumbnailImage.text)
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
}

extension AppConfigDraft: AdministeredDraft {
  static let declaration = ListDeclaration<AppConfigDraft>(
    "AppConfig", "AppConfigs", at: "app-config", "What the apps of a platform must know.",
    [
      platformMember.answer, minimumMember.answer, recommendedMember.answer, storeMember.answer,
      messageMember.answer, switchesMember.answer,
    ],
    example: [
      [
        "platform": "ios", "minimum_version": "1.4", "recommended_version": "2.0.1",
        "store_url": "https://apps.apple.com/app/id1", "switches": ["new-cart": true],
        "message": [["language": "ko", "title": "새 버전이 나왔습니다."]],
      ]
    ])

  private static let platformMember = SharedMember<ListItem<Self>, _>(
    .value("platform", .word(platforms), "Unique.", "ios") { .string($0.platform.text) },
    BodyValue<Slug>(.word(platforms)) { value throws(ValidationError) in
      try Slug(value.word(of: platforms))
    })
  private static let minimumMember = SharedMember<ListItem<Self>, _>(
    .value(
      "minimum_version", AppVersion.schema, isRequired: false, "Older apps must be updated.", "1.4"
    ) { .string($0.minimumVersion?.text) }, AppVersion.value)
  private static let recommendedMember = SharedMember<ListItem<Self>, _>(
    .value(
      "recommended_version", AppVersion.schema, isRequired: false, "Older apps should be updated.",
      "2.0.1"
    ) { .string($0.recommendedVersion?.text) }, AppVersion.value)
  private static let storeMember = SharedMember<ListItem<Self>, _>(
    .value(
      "store_url", Wire.image, isRequired: false, "Where the update is.",
      "https://apps.apple.com/app/id1"
    ) { .string($0.storeURL?.text) }, .image)
  private static let messageMember = SharedMember<ListItem<Self>, _>(
    .objects(
      "message", LocalizedTitle.wire, 0...LocalizedTitle.countMax,
      "One for each language; the first is for all others."
    ) { $0.message },
    .array(.object(LocalizedTitle.document), 0...LocalizedTitle.countMax) {
      LocalizedTitle.repetitions(in: $0)
    })
  private static let switchesMember = SharedMember<ListItem<Self>, _>(
    WireMember(
      "switches", AppSwitch.schema, isRequired: true, "Settings of the apps by their names.",
      ["new-cart": true]
    ) { writer, item in
      writer.switches(
        item.switches.map { item in
          switch item.value {
          case .flag(let flag): (item.name.text, .flag(flag))
          case .text(let text): (item.name.text, .text(text.text))
          }
        })
    }, AppSwitch.bodyValue)

  static func read(_ reader: inout ObjectReader) -> AppConfigDraft? {
    let platform = reader.required(platformMember.body)
    let minimum = reader.optional(minimumMember.body)
    let recommended = reader.optional(recommendedMember.body)
    let store = reader.optional(storeMember.body)
    let message = reader.required(messageMember.body)
    let switches = reader.required(switchesMember.body)
    guard let platform, let message, let switches else { return nil }
    return AppConfigDraft(
      platform: platform, minimumVersion: minimum, recommendedVersion: recommended,
      storeURL: store, message: message, switches: switches)
  }
}

extension AppVersion {
  static let schema = JSONSchema.string(1...39, pattern: "^\\d{1,9}(\\.\\d{1,9}){0,3}$")
  fileprivate static let value = BodyValue<AppVersion>(schema, text: AppVersion.init)
}

extension AppSwitch {
  static let schema = JSONSchema.map(of: .either([.boolean, Wire.title]))

  fileprivate static let bodyValue = BodyValue<[AppSwitch]>(schema) { value, notes in
    guard case .object(let members) = value else {
      notes.note(.wrongKind(value, wanted: "an object"))
      return nil
    }
    guard members.count <= countMax else {
      notes.note(
        ValidationError("too_many", "More than \(countMax).", hint: "Send at most \(countMax)."))
      return nil
    }
    return members.compactMap { member in
      notes.inside(FieldError.step(member.name)) { notes in
        notes.value { () throws(ValidationError) in
          let name = try Title(member.name)
          if case .bool(let flag) = member.value { return AppSwitch(name, .flag(flag)) }
          return AppSwitch(name, .text(try Title(member.value.text())))
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes switches as an object.
  mutating func switches(_ switches: [(name: String, value: AppConfiguration.Switch)]) {
    key("switches")
    object { writer in
      for (name, value) in switches {
        writer.key(text: name)
        switch value {
        case .flag(let flag): writer.bool(flag)
        case .text(let text): writer.string(text)
        }
      }
    }
  }
}
