import Domain
import UseCases
import ViewData
import Web

extension Wire {
  static let device = WireObject<DeviceTokenText>(
    "Device", "A device that was let in.",
    [
      .value(
        "token", .string(pattern: "^moa_device_[A-Za-z0-9_-]{43}$"),
        "Sent as `Authorization: Bearer`; it is shown once.",
        .string(DeviceRoutes.exampleToken)
      ) { .string($0.text) }
    ])

  static let likeCell = WireObject<LikeCell>(
    "LikeCell", "A liked product, ready to draw, even if it was removed.",
    [
      .value("id", .integer(1...), "Of the product.", 207) { .integer($0.id) },
      .value("title", title, "One line.", "겨울 패딩 점퍼") { .string($0.title) },
      .value("price_text", .string(), "What is paid, ready to draw.", "79,200원") {
        .string($0.priceText)
      },
      .object("image", picture, isRequired: false, "The cover; left out without pictures.") {
        $0.image
      },
      .value(
        "is_available", .boolean, "Whether it can be bought; otherwise the cell is dimmed.", true
      ) {
        .bool($0.isAvailable)
      },
      .value(
        "status", .growingWord(["in_stock", "sold_out", "removed"]), "What has become of it.",
        "in_stock"
      ) { .string($0.status) },
      .value("status_text", .string(), "The same, ready to draw.", "재고 12개") {
        .string($0.statusText)
      },
      .object(
        "price_change", priceChange, isRequired: false,
        "How the price has changed since it was liked; left out where it has not."
      ) { $0.priceChange },
      .value(
        "accessibility_label", .string(), "The whole cell as one sentence, for screen readers.",
        "겨울 패딩 점퍼, 79,200원, 2,000원 인하, 재고 12개"
      ) { .string($0.accessibilityLabel) },
      .value("price", money, "What is paid, in minor units: won, yen, cents.", 79_200) {
        .integer($0.price)
      },
      .value("currency", currency, "The currency of all amounts.", "KRW") { .string($0.currency) },
      .value("liked_at", .time, "When it was liked.", "2026-03-01T09:00:00Z") {
        .string($0.likedAt)
      },
    ])

  private static let priceChange = WireObject<PriceChange>(
    "PriceChange", "By how much something has become cheaper or dearer.",
    [
      .value(
        "amount", .integer(-Price.amountMax...Price.amountMax),
        "In minor units; below zero for what is cheaper now.", -2_000
      ) { .integer($0.amount) },
      .value("text", .string(), "Ready to draw.", "2,000원 인하") { .string($0.text) },
    ])

  static let likeCellList = listing(
    "LikeCellList", "A page of liked products.", of: likeCell, 0...BrowseLikes.limitMax)

  static let likeOverlay = WireObject<[Int64]>(
    "LikeOverlay", "Which of some products are liked.",
    [
      .value(
        "liked", .array(.integer(1...), 0...BrowseLikes.overlayMax), "Their ids, rising.", [198]
      ) { .integers(copy $0) }
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
      .value(
        "next_sequence", .integer(0...), "To be sent as `since` the next time.", 42
      ) { .integer($0.nextSequence) },
      .value("has_more", .boolean, "Whether more has changed than is told here.", false) {
        .bool($0.hasMore)
      },
      .value("is_whole", .boolean, "Whether `changes` replace all that the device knew.", false) {
        .bool($0.isWhole)
      },
      .objects(
        "refused", refusedLike, 0...SyncLikes.operationsMax,
        """
        Operations that were not carried out; sent again later they may be. One that is `superseded` \
        is void, since another has a later `at`.
        """
      ) { $0.refused + $0.superseded },
      .value("server_time", .time, "The clock of the server.", "2026-03-01T09:00:01Z") {
        .string($0.now.rfc3339)
      },
    ])

  private static let likeChange = WireObject<LikeState>(
    "LikeChange", "Whether a product is liked, and since when that holds.",
    [
      .value("product_id", .integer(1...), "Which product.", 207) { .integer($0.productID) },
      .value("liked", .boolean, "Whether it is liked.", true) { .bool($0.isLiked) },
      .value(
        "at", .time, "When that was decided: whole seconds, rounded down.", "2026-03-01T09:00:00Z"
      ) { .string($0.operation.at.rfc3339) },
    ])

  private static let refusedLike = WireObject<Domain.RefusedLike>(
    "RefusedLike", "An operation that was not carried out.",
    [
      .value("op_id", .uuid, "The operation's id.", "0b0f0a52-6f0c-4b52-9a86-0d9cd1a1a5b3") {
        .string($0.operation.id.uuid)
      },
      .value("code", .string(), "Stable, for programs.", "clock_ahead") { .string($0.flaw.code) },
      .value(
        "detail", .string(), "What is wrong.",
        "The time is more than five minutes ahead of the server's."
      ) { .string($0.flaw.detail) },
    ])
}
