/// The statements before and after the rows of a backup, so that a restore is one transaction.
///
/// `psql` runs it. Nothing is committed before the last line: if a restore ends early, for whatever
/// reason, the shop stays as it was. The schema comes from the migrations and never from the
/// backup, which can only fill tables: a definition is code, and a backup may come from strangers.
package enum RestoreScript {
  /// Begins the transaction, makes an empty schema, and prepares it for rows. An existing schema
  /// stays: an administrator may have made it for a role that may not.
  ///
  /// - Parameters:
  ///   - migrations: those that the backup's shop had, in order.
  ///   - objects: the definitions in the backup, such as `FUNCTION own_image(text)`.
  ///   - key: random letters and digits. Until it is repeated psql obeys no command of its own.
  package static func beginning(
    hasSchema: Bool, _ migrations: [Migration], objects: [String], key: String
  ) -> String {
    // The same lock as for migrations.
    """
    begin isolation level read committed read write;
    set local statement_timeout = 0;
    set local lock_timeout = '10s';
    set local idle_in_transaction_session_timeout = 0;
    set local client_min_messages = 'warning';
    select pg_advisory_xact_lock(7171937, 1);
    \(hasSchema ? emptied : "")
    \(migrations.map { $0.script + "\n" }.joined())
    \(TableContent.settings)
    set local search_path = 'pg_catalog';
    \(comparison(of: objects))
    \(prepared(emptied: true))
    \\restrict \(key)

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

  /// Refuses a backup that has a definition which no migration made: it would be lost.
  private static func comparison(of objects: [String]) -> String {
    let saved = objects.map { "'\($0.replacing("'", with: "''"))'" }.joined(separator: ", ")
    return """
      do $moa$
      declare
        stranger text;
      begin
        select saved into stranger from unnest(array[\(saved)]::text[]) as saved
        where saved not in (
          select case relkind when 'S' then 'SEQUENCE ' else 'TABLE ' end || relname
          from pg_class where relnamespace = 'moa'::regnamespace and relkind in ('r', 'S')
          union all
          select 'FUNCTION ' || proname || '(' || coalesce((
            select string_agg(format_type(type, null), ', ' order by place)
            from unnest(proargtypes) with ordinality as each_type (type, place)), '') || ')'
          from pg_proc where pronamespace = 'moa'::regnamespace
          union all
          select case contype when 'c' then 'CHECK ' when 'f' then 'FK ' else '' end
            || 'CONSTRAINT ' || relname || ' ' || conname
          from pg_constraint join pg_class on pg_class.oid = conrelid
          where connamespace = 'moa'::regnamespace
          union all
          select 'TRIGGER ' || relname || ' ' || tgname
          from pg_trigger join pg_class on pg_class.oid = tgrelid
          where relnamespace = 'moa'::regnamespace and not tgisinternal
          union all
          select 'DEFAULT ' || relname || ' ' || attname
          from pg_attrdef join pg_class on pg_class.oid = adrelid
          join pg_attribute on attrelid = adrelid and attnum = adnum
          where relnamespace = 'moa'::regnamespace
        )
        limit 1;
        if stranger is not null then
          raise exception 'the backup defines %, which no migration of moa makes: restore one of a'
            ' shop without it', stranger;
        end if;
      end
      $moa$;
      """
  }

  /// Removes the constraints, indexes and triggers that would need rows in an order, slow them down
  /// or change them, empties the tables, and becomes a role that may only add rows. A setting keeps
  /// the statements that undo this.
  private static func prepared(emptied: Bool) -> String {
    """
    do $moa$
    declare
      first_steps text;
      last_steps text;
      loader text := 'moa_restore_' || pg_backend_pid();
    begin
      select string_agg(before, ';' order by place), string_agg(after, ';' order by place desc)
      into first_steps, last_steps
      from (
        \(steps)
        \(emptied ? emptying : "")
      ) as steps (place, before, after);
      execute first_steps;
      if (select rolsuper from pg_roles where rolname = current_user) then
        execute format($steps$
          create role %1$I nologin;
          grant usage on schema moa to %1$I;
          grant insert on all tables in schema moa to %1$I;
          grant update on all sequences in schema moa to %1$I;
          grant execute on all functions in schema moa to %1$I;
          set local role %1$I
        $steps$, loader);
        last_steps := format($steps$
          revoke all on schema moa from %1$I;
          revoke all on all tables in schema moa from %1$I;
          revoke all on all sequences in schema moa from %1$I;
          revoke all on all functions in schema moa from %1$I;
          drop role %1$I;
        $steps$, loader) || last_steps;
      elsif exists (
        select from pg_roles
        where rolname in ('pg_execute_server_program', 'pg_read_server_files',
          'pg_write_server_files') and pg_has_role(rolname, 'member')
      ) then
        raise exception 'the role % may run programs on the database''s machine or use its files:'
          ' restore as another, or revoke that', current_user;
      end if;
      perform set_config('moa.last_steps', last_steps, true);
    end
    $moa$;
    """
  }

  private static let steps = """
        select 1, format('alter table %s drop constraint %I', conrelid::regclass, conname),
          format('alter table %s add constraint %I %s', conrelid::regclass, conname,
            pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'moa'::regnamespace and contype = 'f'
        union all
        select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
        from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'moa'::regnamespace
          and not exists (select from pg_constraint where conindid = indexrelid)
        union all
        select 3, format('alter table %s disable trigger user', oid::regclass),
          format('alter table %s enable trigger user', oid::regclass)
        from pg_class where relnamespace = 'moa'::regnamespace and relkind = 'r'
    """

  private static let emptying = """
    union all
    select 4, 'truncate ' || string_agg(oid::regclass::text, ', '), null
    from pg_class where relnamespace = 'moa'::regnamespace and relkind = 'r'
    """

  /// Commits the restore. Send it only after `psql` has printed ``compared``: an interrupted
  /// restore must leave the shop as it was.
  package static let commit = "commit;\n"
  /// The only line that `psql` writes on its standard output.
  package static let compared = "compared"

  /// Completes the schema, compares every table with the backup's record, and prints ``compared``.
  ///
  /// Any difference undoes the restore, and so does a server that has begun to use the database in
  /// the meantime.
  ///
  /// - Parameters:
  ///   - name: the name by which servers of this database connect.
  ///   - key: the one of ``beginning(hasSchema:_:objects:key:)``.
  package static func end(
    _ contents: [TableContent], servers name: String, key: String
  ) -> String {
    let rows = contents.map { "('\($0.name)', \($0.rows)::bigint, '\($0.sum)')" }
    return """

      \\unrestrict \(key)
      reset role;
      do $moa$
      declare
        wanted record;
        found record;
        others bigint;
      begin
        execute current_setting('moa.last_steps');
        for wanted in
          select * from (values \(rows.joined(separator: ", "))) as recorded (name, rows, sum)
        loop
          execute format($query$ \(TableContent.query(of: "%I")) $query$, wanted.name) into found;
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
        \(unused(byServers: name))
      end
      $moa$;
      \(contents.map { "analyze moa.\($0.name);" }.joined(separator: "\n"))
      \\echo \(compared)

      """
  }

  /// Refuses when a server has begun to use the database.
  private static func unused(byServers name: String) -> String {
    let name = "'\(name.replacing("'", with: "''"))'"
    return """
      perform pg_stat_clear_snapshot();
      if (\(RestoreTarget.sessions(ofServers: name))) > 0 then
        raise exception 'a server has begun to use the database: stop it first';
      end if;
      """
  }
}

// MARK: - Rows of an export

extension RestoreScript {
  /// The same lock as for migrations, so that imports come one after the other.
  package static let lock = """
    set local statement_timeout = 0;
    set local lock_timeout = '10s';
    set local idle_in_transaction_session_timeout = 0;
    set local client_min_messages = 'warning';
    do $moa$ begin perform pg_advisory_xact_lock(7171937, 1); end $moa$;
    """

  /// Empties some tables and prepares all for rows. Triggers see that: those who follow the shop
  /// learn that all of it may have changed.
  package static func beginning(emptying tables: [ShopTable]) -> String {
    """
    truncate \(tables.map { "moa.\($0.name.quoted)" }.joined(separator: ", ")) cascade;
    \(TableContent.settings)
    set local search_path = 'pg_catalog';
    \(prepared(emptied: false))
    """
  }

  /// Completes the schema.
  ///
  /// - Parameter name: the name by which servers of this database connect.
  package static func end(of tables: [ShopTable], servers name: String) -> String {
    """
    reset role;
    do $moa$
    begin
      execute current_setting('moa.last_steps');
      \(tables.map(\.numbering).joined())
      \(unused(byServers: name))
    end
    $moa$;
    \(tables.map { "analyze moa.\($0.name.quoted);" }.joined(separator: "\n"))
    """
  }
}
