/// What surrounds the text that `pg_restore` makes of a dump, so that all of it is one transaction.
///
/// `psql` runs it. Until the last line has come nothing is committed: a restore that ends early,
/// for whatever reason, leaves the shop that was there.
package enum RestoreScript {
  /// Begins the transaction and empties the schema. A schema that is there stays: an administrator
  /// may have made it, for a role that may not make one.
  package static func beginning(hasSchema: Bool) -> String {
    // The lock is that of migrations.
    """
    begin isolation level read committed read write;
    set local statement_timeout = 0;
    set local lock_timeout = '10s';
    set local idle_in_transaction_session_timeout = 0;
    select pg_advisory_xact_lock(7171937, 1);
    \(hasSchema ? emptied : "create schema moa;")

    """
  }

  /// Tables first: they need the functions and types.
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

  /// Makes it so. To be sent when `psql` has said ``compared``: whoever interrupts a restore that
  /// still compares must find the shop as it was.
  package static let commit = "commit;\n"
  /// The only line that `psql` writes on its standard output.
  package static let compared = "compared"

  /// Compares every table with what the backup has recorded, and says ``compared``.
  ///
  /// What is not the same, and a server that has begun to use the database meanwhile, undoes all.
  ///
  /// - Parameter name: what servers of this database call themselves.
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
