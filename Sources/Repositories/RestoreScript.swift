/// The statements before and after the output of `pg_restore`, so that the restore is one
/// transaction.
///
/// `psql` runs it. Nothing is committed before the last line: if a restore ends early, for whatever
/// reason, the shop stays as it was.
package enum RestoreScript {
  /// Begins the transaction and empties the schema. An existing schema stays: an administrator may
  /// have made it for a role that may not.
  package static func beginning(hasSchema: Bool) -> String {
    // The same lock as for migrations.
    """
    begin isolation level read committed read write;
    set local statement_timeout = 0;
    set local lock_timeout = '10s';
    set local idle_in_transaction_session_timeout = 0;
    select pg_advisory_xact_lock(7171937, 1);
    \(hasSchema ? emptied : "create schema moa;")

    """
  }

  /// Tables first: they depend on the functions and types.
  private static let emptied = """
    do $moa$
    declare
      command text;
    begin
      for command in
        select format('drop table if exists moa.%I cascade', relname)
        from pg_class where relnamespace = 'moa'::regnamespace and relkind in ('r', 'p', 'f')
      loop execute command; end loop;
      for command in
        select format('drop %s if exists moa.%I cascade',
          case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'sequence' end,
          relname)
        from pg_class where relnamespace = 'moa'::regnamespace and relkind in ('v', 'm', 'S')
      loop execute command; end loop;
      for command in
        select format('drop routine if exists %s cascade', oid::regprocedure)
        from pg_proc where pronamespace = 'moa'::regnamespace
      loop execute command; end loop;
      for command in
        select format('drop type if exists moa.%I cascade', typname)
        from pg_type where typnamespace = 'moa'::regnamespace and typelem = 0 and typrelid = 0
      loop execute command; end loop;
    end
    $moa$;
    """

  /// Commits the restore. Send it only after `psql` has printed ``compared``: an interrupted
  /// restore must leave the shop as it was.
  package static let commit = "commit;\n"
  /// The only line that `psql` writes on its standard output.
  package static let compared = "compared"

  /// Compares every table with the backup's record, and prints ``compared``.
  ///
  /// Any difference undoes the restore, and so does a server that has begun to use the database in
  /// the meantime.
  ///
  /// - Parameter name: the name by which servers of this database connect.
  package static func comparison(_ contents: [TableContent], servers name: String) -> String {
    let name = "'\(name.replacing("'", with: "''"))'"
    let rows = contents.map { "('\($0.name)', \($0.rows)::bigint, '\($0.sum)')" }
    return """

      reset role;
      \(TableContent.settings)
      set local search_path = 'pg_catalog';
      do $moa$
      declare
        wanted record;
        found record;
        others bigint;
      begin
        for wanted in
          select * from (values \(rows.joined(separator: ", "))) as recorded (name, rows, sum)
        loop
          execute format($query$
            select \(TableContent.columns) from moa.%I as each_row
          $query$, wanted.name) into found;
          if (found.row_count, found.row_sum) is distinct from (wanted.rows, wanted.sum) then
            raise exception 'the table % has % rows that differ from the % that were saved',
              wanted.name, found.row_count, wanted.rows;
          end if;
        end loop;
        select count(*) into others
        from pg_class where relnamespace = 'moa'::regnamespace and relkind in ('r', 'p');
        if others <> \(contents.count) then
          raise exception 'there are % tables, and \(contents.count) were saved', others;
        end if;
        perform pg_stat_clear_snapshot();
        others := (\(RestoreTarget.sessions(ofServers: name)));
        if others > 0 then
          raise exception 'a server has begun to use the database: stop it first';
        end if;
      end
      $moa$;
      \(contents.map { "analyze moa.\($0.name);" }.joined(separator: "\n"))
      \\echo \(compared)

      """
  }
}
