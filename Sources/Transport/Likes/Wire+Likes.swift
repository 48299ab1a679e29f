import Domain
import UseCases
import ViewData
import Web

extension Wire {
  static let device = WireObject<DeviceTokenText>(
    "Device", "A device that was let in.",
    [
      .string(
        "token", .string(pattern: "^moa_device_[A-Za-z0-9_-]{43}$"),
        "Sent as `Authorization: Bearer`; it is shown once.",
        .string(DeviceRoutes.exampleToken)
      ) { $0.text }
    ])

  static let likeCell = WireObject<LikeCell>(
    "LikeCell", "A liked product, ready to draw, even if it was removed.",
    [
      .integer("id", .integer(1...), "Of the product.", 207) { $0.id },
      .string("title", title, "One line.", "겨울 패딩 점퍼") { $0.title },
      .string("price_text", .string(), "What is paid, ready to draw.", "79,200원") { $0.priceText },
      .optionalObject("image", picture, "The cover; left out without pictures.") { $0.image },
      .bool("is_available", "Whether it can be bought; otherwise the cell is dimmed.", true) {
        $0.isAvailable
      },
      .string(
        "status", .growingWord(["in_stock", "sold_out", "removed"]), "What has become of it.",
        "in_stock"
      ) { $0.status },
      .string("status_text", .string(), "The same, ready to draw.", "재고 12개") { $0.statusText },
      .optionalObject(
        "price_change", priceChange,
        "How the price has changed since it was liked; left out where it has not."
      ) { $0.priceChange },
      .string(
        "accessibility_label", .string(), "All of the cell as one sentence, for those who hear it.",
        "겨울 패딩 점퍼, 79,200원, 2,000원 내렸어요, 재고 12개"
      ) { $0.accessibilityLabel },
      .integer("price", money, "What is paid, in minor units: won, cents.", 79_200) { $0.price },
      .string("currency", currency, "Of all amounts.", "KRW") { $0.currency },
      .string("liked_at", .time, "When it was liked.", "2026-03-01T09:00:00Z") { $0.likedAt },
    ])

  private static let priceChange = WireObject<PriceChange>(
    "PriceChange", "By how much something has become cheaper or dearer.",
    [
      .integer(
        "amount", .integer(-Price.amountMax...Price.amountMax),
        "In minor units; below zero for what is cheaper now.", -2_000
      ) { $0.amount },
      .string("text", .string(), "Ready to draw.", "2,000원 내렸어요") { $0.text },
    ])

  static let likeCellList = listing(
    "LikeCellList", "A page of liked products.", of: likeCell, 0...BrowseLikes.limitMax)

  static let likeOverlay = WireObject<[Int64]>(
    "LikeOverlay", "Which of some products are liked.",
    [
      .integers(
        "liked", .array(.integer(1...), 0...BrowseLikes.overlayMax), "Their ids, rising.", [198]
      ) { $0.whole }
    ])

  static let recentViews = wholeList(
    "RecentViews", "Recently viewed products.", of: productCell, 0...BrowseRecentViews.countMax)

  static let likeSync = WireObject<SyncedLikes>(
    "LikeSync", "What a device is told when it syncs its likes.",
    [
      .objects(
        "changes", likeChange, 0...LikeCounts.likesMax,
        "What has changed, in order; of a whole answer all that is liked."
      ) { $0.states },
      .integer(
        "next_sequence", .integer(0...), "To be sent as `since` the next time.", 42
      ) { $0.nextSequence },
      .bool("has_more", "Whether more has changed than is told here.", false) { $0.hasMore },
      .bool("is_whole", "Whether `changes` replace all that the device knew.", false) {
        $0.isWhole
      },
      .objects(
        "refused", refusedLike, 0...SyncLikes.operationsMax,
        "Operations that were not carried out; sent again later they may be."
      ) { $0.refused },
      .string("server_time", .time, "The clock of the server.", "2026-03-01T09:00:01Z") {
        $0.now.rfc3339
      },
    ])

  private static let likeChange = WireObject<LikeState>(
    "LikeChange", "Whether a product is liked, and since when that holds.",
    [
      .integer("product_id", .integer(1...), "Which product.", 207) { $0.productID },
      .bool("liked", "Whether it is liked.", true) { $0.isLiked },
      .string(
        "at", .string(pattern: "^[0-9T:-]{19}\\.[0-9]{6}Z$"),
        "When that was decided, to the microsecond (RFC 3339).",
        "2026-03-01T09:00:00.250000Z"
      ) { $0.operation.at.exactRFC3339 },
    ])

  private static let refusedLike = WireObject<Domain.RefusedLike>(
    "RefusedLike", "An operation that was not carried out.",
    [
      .string("op_id", .uuid, "Of the operation.", "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3") {
        $0.operation.id.uuid
      },
      .string("code", .string(), "Stable, for programs.", "clock_ahead") { $0.flaw.code },
      .string(
        "detail", .string(), "What is wrong.",
        "The time is more than five minutes ahead of the server's."
      ) { $0.flaw.detail },
    ])
}
