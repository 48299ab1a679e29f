import Postgres
import Testing

/// Whoever adds products comes after the others; one who stands still must not stop them all.
@Suite(.serialized) struct FrozenServerTests {
  private static let product = """
    insert into moa.products (vendor_id, name, description, currency, amount, discount, stock,
      type, created_at, updated_at)
    select id, 'name', '', 'KRW', 1, 0, 1, 12, now(), now() from moa.vendors
    """

  @Test func aServerThatFreezesWhileItAddsAProductHoldsOthersUpForSecondsOnly() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.vendors (identifier, name, secret_hash)
      values (gen_random_uuid(), 'v', 'none')
      """)
    try await database.onConnection { frozen in
      try await frozen.script("set idle_in_transaction_session_timeout = '10s'")
      try await frozen.script("begin; " + Self.product)
      // Nothing happens on our loop meanwhile.
      try database.psql("set lock_timeout = '6s'; " + Self.product)
      await #expect(throws: PostgresError.self) { try await frozen.script("commit") }
    }
    #expect(try database.psql("select held from moa.product_counts where list = 0") == "1")
  }

  @Test func aPersonWhoseSessionHasNoSuchLimitGetsNone() async throws {
    let database = try await DatabaseUnderTest.make()
    let limit = try database.psql(
      """
      begin; select moa.product_counts_lock();
      select current_setting('idle_in_transaction_session_timeout')
      """)
    #expect(limit.hasSuffix("0"))
  }
}
