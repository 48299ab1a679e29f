import Domain
import HTTP
import Transport
import UseCases
import ViewData
import Web

/// The endpoints for the SmartCommerce app: reads by POST, and the same by GET, which can be
/// cached.
///
/// The app sends no body and no Content-Type; others send odd ones. Any body is read to its end and
/// ignored, and so are queries.
struct SmartCommerceRoutes {
  static let prefix = "/commerce/api/"
  /// Bounds the body that is read and ignored; apps send none.
  static let bytesMax = 1_048_576
  let lists: BrowseLists
  let origin: Origin?

  func mount(on router: inout Router) {
    mount(Self.banners, on: &router) { origin in
      SmartCommerceAnswer.bytes(
        SmartCommerceAnswer.eventBanners, try await lists.banners(from: origin))
    }
    mount(Self.events, on: &router) { origin in
      SmartCommerceAnswer.bytes(
        SmartCommerceAnswer.eventCategories, try await lists.eventCards(from: origin))
    }
    mount(Self.categories, on: &router) { _ in
      SmartCommerceAnswer.bytes(SmartCommerceAnswer.categories, try await lists.categories())
    }
    mount(Self.itemTypes, on: &router) { origin in
      SmartCommerceAnswer.bytes(
        SmartCommerceAnswer.itemTypes, try await lists.numberedItemTypes(from: origin))
    }
    mount(Self.itemTypesOfSecond, on: &router) { origin in
      SmartCommerceAnswer.bare(
        SmartCommerceAnswer.itemTypeOfSecond, try await lists.numberedItemTypes(from: origin))
    }
  }

  private func mount(
    _ call: Call, on router: inout Router,
    _ answer: @escaping @Sendable (Origin?) async throws -> [UInt8]
  ) {
    let configured = origin
    let body = { @Sendable (input: AnswerInput, caching: ResponseField) async throws in
      var body = CachedBody(try await answer(input.origin(configured: configured)), tag: nil)
      body.fields = [caching]
      return body
    }
    router.on(
      call.post,
      admit: { request, _ in
        try await request.discardBody(upTo: Self.bytesMax)
        return nil
      }, remembered: { input in try await body(input, .noStore) })
    router.on(call.get, remembered: { input in try await body(input, .noCache) })
  }

  // MARK: Declarations

  static let endpoints = [banners, events, categories, itemTypes, itemTypesOfSecond].flatMap {
    [$0.post, $0.get]
  }

  /// One path with both of its methods.
  private struct Call {
    let post: Endpoint
    let get: Endpoint

    init(_ path: String, _ name: String, _ summary: String, _ schema: JSONSchema) {
      let path = SmartCommerceRoutes.prefix + path
      let answer = EndpointAnswer.json(schema, "All of them.")
      post = Endpoint(.post, path, "post\(name)", .smartCommerce, summary, answer).with {
        $0.isRead = true
        $0.queryUse = .ignored
        $0.refusals = [.contentTooLarge]
      }
      get = Endpoint(
        .get, path, "get\(name)", .smartCommerce, "\(summary), for caches", answer
      ).with { $0.queryUse = .ignored }
    }
  }

  private static let banners = Call(
    "v1/home/eventBanner", "EventBanners", "List banners of the home screen",
    .object(SmartCommerceAnswer.eventBanners.schema))
  private static let events = Call(
    "v1/category/event", "EventCategories", "List event categories",
    .object(SmartCommerceAnswer.eventCategories.schema))
  private static let categories = Call(
    "v1/category", "Categories", "List categories", .object(SmartCommerceAnswer.categories.schema))
  private static let itemTypes = Call(
    "v1/itemType", "ItemTypes", "List item types", .object(SmartCommerceAnswer.itemTypes.schema))
  private static let itemTypesOfSecond = Call(
    "v2/itemType", "ItemTypesOfSecondVersion", "List item types as a bare array",
    .array(.object(SmartCommerceAnswer.itemTypeOfSecond.schema)))
}

extension SmartCommerceRoutes {
  init(_ parts: RouteParts) {
    self.init(lists: parts.browseLists, origin: parts.origin)
  }
}
