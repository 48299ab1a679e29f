import Testing

@testable import Postgres

struct EffectTests {
  @Test func plainQueriesAreReads() {
    let texts: [SQL] = [
      "select 1", "  SELECT a, updated_at FROM t", "values (1)", "table t", "show all",
      "select relname from pg_catalog.pg_class where oid = pg_my_temp_schema()",
      "select pg_backend_pid(), query from pg_stat_activity", "select pg_sleep(1)",
      "select pg_is_in_recovery()", "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn",
      "select pg_get_constraintdef(oid) from pg_constraint", "select pg_size_bytes('1 kB')",
      "select dblinks, query_to, brink, local from t",
    ]
    for text in texts { #expect(Effect(of: text) == .read, "\(text)") }
  }

  @Test func everythingElseIsAWrite() {
    let texts: [SQL] = [
      "insert into t values (1)", "update t set a = 1", "with x as (select 1) select * from x",
      "select * from t for update", "select * from t for no key update",
      "select a into b from t", "select nextval('s')", "select pg_advisory_xact_lock(1)",
      "select pg_notify('a', 'b')", "", "do $$ begin end $$", "select pg_terminate_backend(1)",
    ]
    for text in texts { #expect(Effect(of: text) == .write, "\(text)") }
  }

  @Test("What leaves a trace is a write, however it is called: slots, log, statistics, other texts")
  func callsThatLeaveATraceAreWrites() {
    let texts: [SQL] = [
      "select pg_logical_slot_get_changes('s', null, null)",
      "select * from PG_CATALOG.PG_LOGICAL_SLOT_GET_CHANGES('s', null, null)",
      "select pg_logical_emit_message(true, 'a', 'b')",
      "select pg_replication_slot_advance('s', '0/0')", "select pg_switch_wal()",
      "select pg_cancel_backend(1)", "select pg_reload_conf()", "select pg_stat_reset()",
      "select pg_stat_statements_reset()", "select pg_stat_clear_snapshot()",
      "select pg_of_a_later_version()",
      "select query_to_xml('delete from t', true, true, '')",
      "select cursor_to_xml('c', 1, true, true, '')", "select ts_stat('select nextval(1)')",
      "select dblink_exec('delete from t')", "select * from dblink('delete from t') as t (a int)",
      "select lo_unlink(1)", "select lowrite(1, 'a')", "select setseed(0)",
      "select txid_current()", "select brin_summarize_new_values('i')",
      "select gin_clean_pending_list('i')",
    ]
    for text in texts { #expect(Effect(of: text) == .write, "\(text)") }
  }

  @Test func theAuthorKnowsBetter() {
    let statement = Statement<Void, Void>("select f()", effect: .write)
    #expect(statement.effect == .write)
  }
}
