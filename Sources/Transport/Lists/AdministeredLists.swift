import Domain
import UseCases
import ViewData
import Web

/// All lists, in the order of a seed file: links point to earlier ones.
enum AdministeredLists {
  static let all: [any AdministeredDraft.Type] = [
    CategoryDraft.self, ItemTypeDraft.self, EventCategoryDraft.self, EventBannerDraft.self,
    HomeSectionDraft.self, AppConfigDraft.self,
  ]
}

extension EventCategoryDraft: AdministeredDraft {
  static let declaration = ListDeclaration<EventCategoryDraft>(
    "EventCategory", "EventCategories", at: "event-categories", "An event of the shop.",
    members,
    example: [
      [
        "key": "winter-sale", "title": "겨울 세일", "thumbnail_image_url": "/images/none.png",
        "thumbnail_text_image_url": "/images/none.png", "starts_at": "2026-12-01T00:00:00Z",
        "ends_at": "2027-03-01T00:00:00Z",
      ]
    ], hasItemCalls: true)

  private static let members = SharedMembers<ListItem<Self>, Self>(
    SharedMember.required("key", .key, "Unique; names it in seed files.", "winter-sale") {
      .string($0.key.text)
    },
    SharedMember.required("title", .title, "One line.", "겨울 세일") { .string($0.title.text) },
    SharedMember.required("thumbnail_image_url", .image, "The picture alone.", "/images/none.png") {
      .string($0.thumbnailImage.text)
    },
    SharedMember.required(
      "thumbnail_text_image_url", .image, "The picture with its words.", "/images/none.png"
    ) { .string($0.thumbnailTextImage.text) }
  ) { EventCategoryDraft(key: $0, title: $1, thumbnailImage: $2, thumbnailTextImage: $3) }
}

extension EventBannerDraft: AdministeredDraft {
  static let declaration = ListDeclaration<EventBannerDraft>(
    "EventBanner", "EventBanners", at: "event-banners", "A banner of the home screen.",
    members,
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

  private static let members = SharedMembers<ListItem<Self>, Self>(
    SharedMember.required(
      "content", .title, "The words in the picture, for screen readers.", "리뷰 특별전"
    ) {
      .string($0.content.text)
    },
    SharedMember.required("thumbnail_image_url", .image, "The picture.", "/images/none.png") {
      .string($0.thumbnailImage.text)
    },
    SharedMember(
      .object("link", Wire.linkTarget, isRequired: false, linkMeaning) { $0.link },
      .optional("link", .object(LinkTarget.document), linkMeaning))
  ) { EventBannerDraft(content: $0, thumbnailImage: $1, link: $2) }

  private static let linkMeaning = "What a tap opens; left out for nothing."
}

extension CategoryDraft: AdministeredDraft {
  static let declaration = ListDeclaration<CategoryDraft>(
    "Category", "Categories", at: "categories", "A department of the shop.",
    members, example: zip(1..., demoTitles).map { ["id": .integer($0), "title": .string($1)] })

  /// Item types of the demo shop belong to these categories, so none can be left out.
  private static let demoTitles = [
    "상의", "아우터", "바지", "원피스/스커트", "신발", "가방", "패션 소품", "언더웨어", "뷰티",
    "스포츠/레저", "라이프", "키즈", "브랜드",
  ]

  private static let members = SharedMembers<ListItem<Self>, Self>(
    SharedMember.required("title", .title, "One line.", "상의") { .string($0.title.text) },
    make: CategoryDraft.init)
}

extension ItemTypeDraft: AdministeredDraft {
  static let declaration = ListDeclaration<ItemTypeDraft>(
    "ItemType", "ItemTypes", at: "item-types", "A kind of item inside of a category.",
    members,
    example: [
      [
        "id": 2, "category_id": 1, "section": 100, "title": "후드 티셔츠",
        "thumbnail_image_url": "/images/none.png",
      ]
    ])

  private static let members = SharedMembers<ListItem<Self>, Self>(
    SharedMember.required("category_id", .soughtID, "The category that it belongs to.", 1) {
      .integer($0.categoryID)
    },
    SharedMember.optional(
      "section",
      .integer(
        0...,
        outside: ValidationError(
          "out_of_range", "The section is below 0.", hint: "Write its number, or none.")),
      "How the SmartCommerce app numbers the section that shows it; left out where it shall not.",
      100
    ) { .integer($0.section) },
    SharedMember.required("title", .title, "One line.", "후드 티셔츠") { .string($0.title.text) },
    SharedMember.required("thumbnail_image_url", .image, "The picture.", "/images/none.png") {
      .string($0.thumbnailImage.text)
    }
  ) { ItemTypeDraft(categoryID: $0, section: $1, title: $2, thumbnailImage: $3) }
}

extension AppConfigDraft: AdministeredDraft {
  static let declaration = ListDeclaration<AppConfigDraft>(
    "AppConfig", "AppConfigs", at: "app-config", "What the apps of a platform must know.",
    members,
    example: [
      [
        "platform": "web", "minimum_version": "1.4", "recommended_version": "2.0.1",
        "store_url": "https://shop.example/new", "switches": ["new-cart": true],
        "message": [["language": "ko", "title": "새 버전이 나왔습니다."]],
      ]
    ], hasItemCalls: true)

  private static let members = SharedMembers<ListItem<Self>, Self>(
    SharedMember.required("platform", knownPlatform, "Unique.", "ios") {
      .string($0.platform.text)
    },
    SharedMember.optional(
      "minimum_version", AppVersion.value, "Older apps must be updated.", "1.4"
    ) { .string($0.minimumVersion?.text) },
    SharedMember.optional(
      "recommended_version", AppVersion.value, "Older apps should be updated.", "2.0.1"
    ) { .string($0.recommendedVersion?.text) },
    SharedMember.optional(
      "store_url", .image, "Where the update is.", "https://apps.apple.com/app/id1"
    ) { .string($0.storeURL?.text) },
    SharedMember.titles(
      "message", isRequired: false, "One for each language; the first is for all others."
    ) { $0.message },
    SharedMember.optional(
      "switches", AppSwitch.list,
      "Settings of the apps by their names. In a patch, null removes one.", ["new-cart": true]
    ) { config in
      config.switches.isEmpty
        ? .object(nil)
        : .object(config.switches.map { ($0.name.text, AppConfiguration.Switch($0.value).wire) })
    }
  ) {
    AppConfigDraft(
      platform: $0, minimumVersion: $1, recommendedVersion: $2, storeURL: $3, message: $4,
      switches: $5 ?? [])
  }

  private static let knownPlatform = BodyValue<Slug>(.word(platforms)) {
    value throws(ValidationError) in
    try Slug(value.word(of: platforms))
  }
}

extension AppVersion {
  static let schema = JSONSchema.string(1...39, pattern: "^\\d{1,9}(\\.\\d{1,9}){0,3}$")
  fileprivate static let value = BodyValue<AppVersion>(schema, text: AppVersion.init)
}

extension AppSwitch {
  fileprivate static let list = BodyValue.named(value, countMax).map {
    members throws(Rejection) in
    guard members.count <= countMax else {
      throw Rejection([
        FieldError(
          "",
          ValidationError(
            "too_many", "More than \(countMax) switches.", hint: "Send at most \(countMax).",
            allowed: .count(0...countMax)))
      ])
    }
    var errors: [FieldError] = []
    var names: Set<String> = []
    let switches = members.compactMap { member in
      do throws(ValidationError) {
        let name = try Title(member.name)
        guard names.insert(name.text).inserted else { throw duplicate }
        return member.value.map { AppSwitch(name, $0) }
      } catch {
        errors.append(FieldError(FieldError.step(member.name), error))
        return nil
      }
    }
    guard errors.isEmpty else { throw Rejection(errors) }
    return switches
  }

  private static let value = BodyValue<Value>(.either([.boolean, Wire.title])) { value in
    if case .bool(let flag) = value { .flag(flag) } else { .text(try Title(value.text())) }
  }
}

extension AppConfiguration.Switch {
  var wire: WireValue {
    switch self {
    case .flag(let flag): .bool(flag)
    case .text(let text): .string(text)
    }
  }
}
