import Domain
import Postgres
import UseCases

/// A row of `moa.event_banners`.
struct EventBannerRow: Sendable {
  let id: Int64
  let content: String
  let thumbnailImageURL: String
  let position: Int32

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.int8()
    content = try row.text()
    thumbnailImageURL = try row.text()
    position = try row.int4()
  }
}

extension EventBanner {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: EventBannerRow) throws(Failure) {
    do throws(Flaw) {
      self.init(
        id: row.id, content: try Title(row.content),
        image: try ImageReference(stored: row.thumbnailImageURL), position: Int(row.position))
    } catch {
      throw Failure(stored: "event banner \(row.id)", flaw: error)
    }
  }
}

/// A row of `moa.categories`.
struct CategoryRow: Sendable {
  let id: Int64
  let title: String
  let position: Int32

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.int8()
    title = try row.text()
    position = try row.int4()
  }
}

extension Category {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: CategoryRow) throws(Failure) {
    do throws(Flaw) {
      self.init(id: row.id, title: try Title(row.title), position: Int(row.position))
    } catch {
      throw Failure(stored: "category \(row.id)", flaw: error)
    }
  }
}

/// A row of `moa.item_types`.
struct ItemTypeRow: Sendable {
  let id: Int64
  let categoryID: Int64
  let title: String
  let thumbnailImageURL: String
  let position: Int32

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.int8()
    categoryID = try row.int8()
    title = try row.text()
    thumbnailImageURL = try row.text()
    position = try row.int4()
  }
}

extension ItemType {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: ItemTypeRow) throws(Failure) {
    do throws(Flaw) {
      self.init(
        id: row.id, categoryID: row.categoryID, title: try Title(row.title),
        thumbnailImage: try ImageReference(stored: row.thumbnailImageURL),
        position: Int(row.position))
    } catch {
      throw Failure(stored: "item type \(row.id)", flaw: error)
    }
  }
}
