package import Postgres

/// The rights of a role on the schema `moa`.
///
/// Source: PostgreSQL documentation, "Privileges".
package struct DatabaseRights: Sendable, Hashable {
  /// The role of the session.
  package let role: String
  /// Whether the schema exists.
  package let hasSchema: Bool
  /// Whether the role may use the schema.
  package let entersSchema: Bool
  /// Whether migrations can be applied: the role owns everything that exists, and may create the
  /// rest.
  package let migrates: Bool
  /// Rights that a server needs on existing objects and does not have, such as `insert on
  /// moa.products`.
  package let missing: [String]

  /// Whether the role can read which migrations were applied.
  package var readsHistory: Bool {
    !hasSchema || (entersSchema && !missing.contains("select on moa.schema_history"))
  }

  /// Works on any schema, even a missing one, and with any rights.
  package static func read(
    from executor: some StatementExecutor
  ) async throws(PostgresError) -> DatabaseRights {
    let schema = try await executor.first(schema) ?? Schema()
    return DatabaseRights(
      role: schema.role, hasSchema: schema.isThere, entersSchema: schema.isEntered,
      migrates: schema.isOurs, missing: try await executor.rows(missing))
  }

  private struct Schema {
    var role = ""
    var isThere = false
    var isEntered = false
    var isOurs = false
  }

  private static let schema = Statement<Void, Schema>(
    """
    select current_user::text, schema.oid is not null,
      coalesce(has_schema_privilege(schema.oid, 'usage'), false),
      case when schema.oid is null then has_database_privilege(current_database(), 'create')
        else has_schema_privilege(schema.oid, 'usage')
          and has_schema_privilege(schema.oid, 'create') and not exists (
          select from pg_class
          where relnamespace = schema.oid and not pg_has_role(relowner, 'usage'))
      end
    from (select) as nothing left join pg_namespace as schema on nspname = 'moa'
    """, effect: .read,
    decode: { (row) throws(PostgresError) in
      Schema(
        role: try row.text(), isThere: try row.bool(), isEntered: try row.bool(),
        isOurs: try row.bool())
    })

  /// Only migrations write the history.
  private static let missing = Statement<Void, String>(
    """
    with objects as (
      select pg_class.oid, relkind, format('moa.%I', relname) as name,
        relname = 'schema_history' as is_history
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = 'moa' and relkind in ('r', 'S')
    )
    select format('%s on %s', privilege, name)
    from objects cross join unnest('{select,insert,update,delete}'::text[])
      with ordinality as wanted (privilege, place)
    where relkind = 'r' and (privilege = 'select' or not is_history)
      and not has_table_privilege(oid, privilege)
    union all
    select format('%s on sequence %s', privilege, name)
    from objects cross join unnest('{usage,select,update}'::text[]) as wanted (privilege)
    where relkind = 'S' and not has_sequence_privilege(oid, privilege)
    union all
    select format('execute on function moa.%I', proname)
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
    where nspname = 'moa' and not has_function_privilege(pg_proc.oid, 'execute')
    limit 200
    """, effect: .read,
    decode: { (row) throws(PostgresError) in try row.text() })
}
