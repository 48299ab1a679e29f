/// Scripts that set the indexes of products aside and make them anew, in one transaction.
enum ProductLoadIndexes {
  /// Sorting takes longer than any statement of a request may, and the transaction waits while the
  /// items of a batch are made.
  static let patience = """
    set local statement_timeout = 0;
    set local lock_timeout = '10s';
    set local idle_in_transaction_session_timeout = 0;
    """

  /// Drops all that no constraint needs, and keeps how they are made.
  static let setAside = """
    create temporary table moa_set_aside on commit drop as
    select pg_get_indexdef(indexrelid) as definition, indexrelid::regclass::text as name
    from pg_index
    where indrelid in ('moa.products'::regclass, 'moa.product_images'::regclass)
      and indexrelid not in (select conindid from pg_constraint where conindid <> 0);
    do $$
    declare
      aside text;
    begin
      for aside in select name from moa_set_aside loop
        execute 'drop index ' || aside;
      end loop;
    end
    $$;
    """

  /// Sorting a million entries in memory takes more than the default.
  static let restore = """
    set local maintenance_work_mem = '256MB';
    do $$
    declare
      aside text;
    begin
      for aside in select definition from moa_set_aside loop
        execute aside;
      end loop;
    end
    $$;
    analyze moa.products;
    """
}
