/// Whether a statement may change something.
///
/// A pool tries a read again when its connection breaks; a read also has the shorter deadline. And
/// reads share batches: what something that calls itself a read has changed
/// may be undone after it was answered, when its neighbour fails.
///
/// A statement that takes locks, calls a function that leaves a trace (`nextval`, `pg_notify`,
/// `set_config`) or ends a session is a write too, whatever its first word is.
public enum Effect: Sendable {
  case read
  case write
}
