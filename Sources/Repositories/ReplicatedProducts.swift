package import Domain
package import Postgres
package import UseCases

/// Products whose lists and details may come from a standby. What is written, and what decides
/// about a write, is the primary's.
package struct ReplicatedProducts: ProductRepository {
  private let primary: PostgresProducts
  private let standby: PostgresProducts
  private let replica: Replica

  /// Both belong to the loop that all calls come from.
  package init(_ pool: Pool, _ replica: Replica) {
    primary = PostgresProducts(pool)
    standby = PostgresProducts(replica.pool)
    self.replica = replica
  }

  package func page(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> [ProductSummary] {
    try await replica.either(standby, primary) { products async throws(Failure) in
      try await products.page(query, after: position, limit: limit)
    }
  }

  package func outlines(
    _ query: ProductQuery, after position: ProductPosition?, limit: Int
  ) async throws(Failure) -> ProductOutlines {
    try await replica.either(standby, primary) { products async throws(Failure) in
      try await products.outlines(query, after: position, limit: limit)
    }
  }

  /// A search is the primary's: it wants a connection of its own, and what is known of a standby is
  /// known of the one connection that all others share.
  package func window(_ window: ListWindow) async throws(Failure) -> ListedWindow {
    if case .named = window.list { return try await primary.window(window) }
    return try await replica.either(standby, primary) { products async throws(Failure) in
      try await products.window(window)
    }
  }

  package func newestOnSale(limit: Int) async throws(Failure) -> [ProductSummary] {
    try await replica.either(standby, primary) { products async throws(Failure) in
      try await products.newestOnSale(limit: limit)
    }
  }

  package func find(_ id: Int64) async throws(Failure) -> Product? {
    try await replica.eitherHas(standby, primary) { products async throws(Failure) in
      try await products.find(id)
    }
  }

  package func find(_ code: ProductCode) async throws(Failure) -> Product? {
    try await replica.eitherHas(standby, primary) { products async throws(Failure) in
      try await products.find(code)
    }
  }

  package func isRemoved(_ id: Int64) async throws(Failure) -> Bool {
    try await primary.isRemoved(id)
  }

  package func add(
    _ creation: ProductCreation, once: OnceOnly<Product>?
  ) async throws(Failure) -> Written<Product> {
    try await primary.add(creation, once: once)
  }

  package func change(
    _ id: Int64, once: OnceOnly<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> ProductRevision
  ) async throws(Failure) -> Written<Product> {
    try await primary.change(id, once: once, decide: decide)
  }

  package func remove(
    _ id: Int64, at instant: Timestamp, once: OnceOnly<Product>?,
    decide: @escaping @Sendable (Product) throws(Failure) -> Void
  ) async throws(Failure) -> Written<Product> {
    try await primary.remove(id, at: instant, once: once, decide: decide)
  }
}
