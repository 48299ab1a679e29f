import Domain
import HTTP
import UseCases
import ViewData
import Web

/// `POST /admin/v1/screens/.../preview`: screens at another moment, with lists that are not stored.
struct ScreenPreviewRoutes: RouteGroup {
  private let authentication: Authentication
  private let preview: PreviewScreens
  private let origin: Origin?
  private let usualLanguage: Language

  init(_ parts: RouteParts) {
    authentication = Authentication(parts.authenticateToken)
    preview = PreviewScreens(parts.ports, cursors: parts.browseProducts.cursors)
    origin = parts.origin
    usualLanguage = parts.policies.languages.screens
  }

  func mount(on router: inout Router) {
    router.on(Self.homeEndpoint) { request, _ in
      try await answer(request, Self.screen) { wanted, wording, origin in
        try await preview.home(wanted, saying: wording.products, from: origin)
      }
    }
    router.on(Self.categoriesEndpoint) { request, _ in
      try await answer(request, Self.screen) { wanted, wording, origin in
        try await preview.categories(wanted, in: wording, from: origin)
      }
    }
    router.on(Self.eventEndpoint) { request, arguments in
      try await answer(request, Self.eventScreen) { wanted, wording, origin in
        let id = try arguments.id(0, of: Missing.eventCategory)
        return try await preview.event(id, wanted, in: wording, from: origin)
      }
    }
  }

  private func answer<Shown>(
    _ request: Request, _ wire: WireObject<ScreenPreview<Shown>>,
    _ show: (PreviewScreens.Wanted, ScreenWording, Origin?) async throws -> ScreenPreview<Shown>
  ) async throws -> Response {
    try await authentication.require(.merchandise, of: request)
    let body = try await request.json(upTo: SeedDocument.bytesMax)
    let origin = request.origin(configured: origin)
    let document = try Self.document.value(of: body, from: origin)
    let language = document.language ?? usualLanguage
    do {
      let wanted = PreviewScreens.Wanted(
        at: document.moment, in: language.tag, with: document.drafts)
      let shown = try await show(wanted, language.screens, origin)
      return .administered(wire.bytes(shown, capacity: 65_536), tag: nil)
    } catch Failure.rejected(let fieldErrors) {
      throw Failure.rejected(fieldErrors.map { $0.under("/drafts") })
    }
  }

  // MARK: Documents

  private struct Document: Sendable {
    let moment: Timestamp?
    let language: Language?
    let drafts: ShopSeed
  }

  private static let document = BodyObject<Document>(
    "ScreenPreviewRequest", "A moment, and what shall be stored.",
    BodyMember.optional("at", .time, "The moment; left out for now.", "2026-12-24T00:00:00Z"),
    BodyMember.optional(
      "language", .word(Language.all.map(\.tag)),
      "Of titles and texts; left out for the usual one.",
      "ko"),
    BodyMember.optional(
      "drafts", .object(SeedDocument.document), "Lists that count instead of the stored ones.")
  ) { moment, language, drafts in
    Document(
      moment: moment, language: language.flatMap { Language.named($0) },
      drafts: drafts ?? ShopSeed())
  }

  private static let screen = wire("ScreenPreview", Wire.screen, "As apps get it.")
  private static let eventScreen = wire(
    "EventScreenPreview", Wire.eventScreen, isRequired: false,
    "As apps get it; left out while the event is not live.")

  private static func wire<Shown>(
    _ name: String, _ screen: WireObject<Shown>, isRequired: Bool = true, _ meaning: String
  ) -> WireObject<ScreenPreview<Shown>> {
    WireObject(
      name, "A screen at a moment, and what changes it afterwards.",
      [
        .object("screen", screen, isRequired: isRequired, meaning) { $0.screen },
        .objects(
          "moments", moment, 0...ScreenPreview<Shown>.momentsMax,
          "When items of the screen begin or end to be shown, the next moment first."
        ) { $0.moments },
      ])
  }

  private static let moment = WireObject<ScheduledMoment>(
    "ScheduledMoment", "A moment at which items begin or end to be shown.",
    [
      .value("at", .time, "The moment.", "2027-03-01T00:00:00Z") { .string($0.moment.rfc3339) },
      .objects("begins", item, 0...ScheduledMoment.itemsMax, "What is shown from then on.") {
        $0.begins
      },
      .objects("ends", item, 0...ScheduledMoment.itemsMax, "What is shown until then.") { $0.ends },
    ])

  private static let item = WireObject<ScheduledMoment.Item>(
    "ScheduledItem", "An item of an arranged list.",
    [
      .value(
        "kind", .growingWord(PreviewScreens.kinds), "The list that it belongs to.", "event_banner"
      ) {
        .string($0.kind)
      },
      .value("id", .integer(1...), "Stable.", 1) { .integer($0.id) },
      .value("title", .string(), "As shoppers read it; without one its key or id.", "리뷰 특별전") {
        .string($0.title)
      },
    ])

  // MARK: Declarations

  static let endpoints = [homeEndpoint, categoriesEndpoint, eventEndpoint]

  private static let homeEndpoint = endpoint(
    "home", "previewHomeScreen", "Preview the home screen", screen.schema)

  private static let categoriesEndpoint = endpoint(
    "categories", "previewCategoriesScreen", "Preview the categories screen", screen.schema)

  private static let eventEndpoint = endpoint(
    "event/{id}", "previewEventScreen", "Preview an event screen", eventScreen.schema
  ).with { $0.pathParameters = [EventCategoryDraft.idParameter] }

  private static func endpoint(
    _ path: String, _ id: String, _ summary: String, _ answer: ObjectSchema
  ) -> Endpoint {
    Endpoint(
      .post, "/admin/v1/screens/\(path)/preview", id, .administration, summary,
      .json(answer, "The screen at that moment, and what changes it afterwards.")
    ).with {
      $0.meaning = """
        Stores nothing. `drafts` has lists as a file for `moa seed` has them, is judged as such a \
        file is, and may have been read at any version. New items without an id have the next ids \
        after the largest one.
        """
      $0.isRead = true
      $0.access = .administrator
      $0.body = .json(
        document, "A moment, and lists that are not stored.",
        example: [
          "at": "2026-12-24T00:00:00Z", "language": "ko",
          "drafts": [
            "event_banners": [
              [
                "content": "겨울 세일", "thumbnail_image_url": "/images/none.png",
                "link": ["kind": "search", "query": "패딩"], "starts_at": "2026-12-24T00:00:00Z",
              ]
            ]
          ],
        ])
    }
  }
}
