/// Statements for `psql` about replication slots: they keep the WAL until an archive has it.
package enum ReplicationSlots {
  /// The prefix of our slots' names; the name of an archive's chapter follows.
  package static let prefix = "moa_archive_"

  /// One line for each of our slots: its name, and whether all its WAL is still there.
  package static let list = """
    select slot_name, wal_status is distinct from 'lost' and restart_lsn is not null
    from pg_replication_slots
    where slot_name like 'moa\\_archive\\_%' and slot_type = 'physical'
    order by slot_name limit 100
    """

  /// The id that tells this database from every other, also in copies of its files.
  package static let system = "select system_identifier from pg_control_system()"

  /// Ends the session that still holds a slot after our program was killed.
  package static func release(_ name: String) -> String {
    """
    select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
    where slot_name = '\(name)' and active_pid is not null
    """
  }

  /// One line: the byte of the WAL up to which the slot's reader has it on disk, empty without a
  /// reader; and the byte up to which the database has it.
  package static func progress(_ name: String) -> String {
    """
    select pg_wal_lsn_diff(reader.flush_lsn, '0/0'),
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')
    from pg_replication_slots as slot
    left join pg_stat_replication as reader on reader.pid = slot.active_pid
    where slot_name = '\(name)'
    """
  }

  /// Keeps the WAL from now on, not from the first reader on.
  package static func make(_ name: String) -> String {
    "select pg_create_physical_replication_slot('\(name)', true)"
  }

  package static func drop(_ name: String) -> String {
    "select pg_drop_replication_slot('\(name)')"
  }
}
