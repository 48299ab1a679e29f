/// Follows statements for their callers, so that what is logged and measured of one names whose it
/// was.
public protocol StatementWatch: Sendable {
  /// Who runs a statement; nil for nobody whose statements are followed. Asked in the caller's
  /// task, when the statement is handed to its connection.
  func caller() -> (any AnyObject & Sendable)?

  /// A statement of this caller was answered, refused or given up; of what is tried again, once for
  /// each try. Called on the loop before the caller goes on; it must not block.
  ///
  /// - Parameters:
  ///   - name: nil for what has none.
  ///   - nanoseconds: since it was handed to its connection.
  ///   - failure: nil when it succeeded.
  func ended(
    _ name: StatementName?, of caller: any AnyObject & Sendable, nanoseconds: Int64,
    failure: PostgresError?)
}
