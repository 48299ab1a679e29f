package import Domain
package import Postgres
package import UseCases

/// Banners, categories and item types, in the order of their positions.
package struct PostgresShopWindow: ShopWindowRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func eventBanners(limit: Int) async throws(Failure) -> [EventBanner] {
    do {
      return try await pool.rows(Self.eventBanners, limit).map(EventBanner.init)
    } catch { throw Failure(error) }
  }

  package func categories(limit: Int) async throws(Failure) -> [Category] {
    do {
      return try await pool.rows(Self.categories, limit).map(Category.init)
    } catch { throw Failure(error) }
  }

  package func itemTypes(limit: Int) async throws(Failure) -> [ItemType] {
    do {
      return try await pool.rows(Self.itemTypes, limit).map(ItemType.init)
    } catch { throw Failure(error) }
  }

  private static let eventBanners = Statement<Int, EventBannerRow>(
    """
    select id, content, thumbnail_image_url, position
    from moa.event_banners
    order by position
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: EventBannerRow.init)

  private static let categories = Statement<Int, CategoryRow>(
    """
    select id, title, position
    from moa.categories
    order by position
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: CategoryRow.init)

  private static let itemTypes = Statement<Int, ItemTypeRow>(
    """
    select id, category_id, title, thumbnail_image_url, position
    from moa.item_types
    order by position
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: ItemTypeRow.init)
}
