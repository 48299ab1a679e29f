/// Scripts that drop the indexes and foreign keys of products and rebuild them, in one transaction.
enum ProductLoadIndexes {
  /// Sorting takes longer than a statement of a request may, and the transaction is idle while the
  /// items of a batch are made.
  static let patience = """
    set local statement_timeout = 0;
    set local lock_timeout = '10s';
    set local idle_in_transaction_session_timeout = 0;
    """

  /// Drops the indexes that no key needs, and the foreign keys, which would be checked row by row;
  /// keeps the definitions to rebuild them.
  static let setAside = """
    create temporary table moa_set_aside on commit drop as
    select 1 as step, format('drop index %s', indexrelid::regclass) as ending,
      pg_get_indexdef(indexrelid) as beginning
    from pg_index
    where indrelid in ('moa.products'::regclass, 'moa.product_images'::regclass,
        'moa.product_search'::regclass)
      and indexrelid not in (select conindid from pg_constraint where conindid <> 0)
    union all
    select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
    from pg_constraint
    where conrelid in ('moa.products'::regclass, 'moa.product_images'::regclass,
        'moa.product_search'::regclass)
      and contype = 'f';
    do $$
    declare
      command text;
    begin
      for command in select ending from moa_set_aside loop execute command; end loop;
    end
    $$;
    """

  /// The server's settings decide how much memory sorting gets; a private server sets it by the
  /// machine.
  static let restore = """
    do $$
    declare
      command text;
    begin
      for command in select beginning from moa_set_aside order by step loop
        execute command;
      end loop;
    end
    $$;
    analyze moa.products;
    analyze moa.product_search;
    """
}
