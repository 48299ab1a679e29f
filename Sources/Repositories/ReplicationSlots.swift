/// Statements for `psql` about what keeps the log of writes until an archive has it.
package enum ReplicationSlots {
  /// What the names of ours begin with; the name of an archive's chapter follows.
  package static let prefix = "moa_archive_"

  /// A line for each of ours: its name, and whether what it keeps is all there.
  package static let list = """
    select slot_name, wal_status is distinct from 'lost' and restart_lsn is not null
    from pg_replication_slots
    where slot_name like 'moa\\_archive\\_%' and slot_type = 'physical'
    order by slot_name limit 100
    """

  /// What tells this database from every other, also in copies of its files.
  package static let system = "select system_identifier from pg_control_system()"

  /// Takes a slot from whoever a killed program of ours has left with it.
  package static func release(_ name: String) -> String {
    """
    select pg_terminate_backend(active_pid, 5000) from pg_replication_slots
    where slot_name = '\(name)' and active_pid is not null
    """
  }

  /// One line: up to which byte of the log its reader has it on the disk, nothing without a reader;
  /// and up to which byte the database has it.
  package static func progress(_ name: String) -> String {
    """
    select pg_wal_lsn_diff(reader.flush_lsn, '0/0'),
      pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')
    from pg_replication_slots as slot
    left join pg_stat_replication as reader on reader.pid = slot.active_pid
    where slot_name = '\(name)'
    """
  }

  /// What it keeps begins now, and not with the first reader.
  package static func make(_ name: String) -> String {
    "select pg_create_physical_replication_slot('\(name)', true)"
  }

  package static func drop(_ name: String) -> String {
    "select pg_drop_replication_slot('\(name)')"
  }
}
