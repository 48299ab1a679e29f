import Testing

@testable import Postgres

struct EffectTests {
  @Test func plainQueriesAreReads() {
    let texts: [StaticString] = [
      "select 1", "  SELECT a, updated_at FROM t", "values (1)", "table t", "show all",
    ]
    for text in texts { #expect(Effect(of: text) == .read, "\(text)") }
  }

  @Test func everythingElseIsAWrite() {
    let texts: [StaticString] = [
      "insert into t values (1)", "update t set a = 1", "with x as (select 1) select * from x",
      "select * from t for update", "select * from t for no key update",
      "select a into b from t", "select nextval('s')", "select pg_advisory_xact_lock(1)",
      "select pg_notify('a', 'b')", "", "do $$ begin end $$", "select pg_terminate_backend(1)",
    ]
    for text in texts { #expect(Effect(of: text) == .write, "\(text)") }
  }

  @Test func theAuthorKnowsBetter() {
    let statement = Statement<Void, Void>("select f()", effect: .write)
    #expect(statement.effect == .write)
  }
}
