import EventLoop

/// A copy on its way: first the server says that it listens, then rows go out, and its answer ends
/// it. One task sends the rows and waits in between, whatever it waits for.
final class CopyOperation: Operation {
  private let statement: SQL
  private var waiter: UnsafeContinuation<Void, Never>?
  /// Whether the server waits for rows; its answers stop until they have ended.
  private(set) var takesRows = false
  /// Set at the end: how many rows were copied.
  private(set) var outcome: Result<Int, PostgresError>?
  private var count = 0

  /// - Parameter isOfTransaction: whether it is undone unless that is committed.
  init(
    _ statement: SQL, startedAt: MonotonicTime, deadline: MonotonicTime,
    isOfTransaction: Bool
  ) {
    self.statement = statement
    // Within a transaction, which is what copies are for, and outside of one as well: nothing of a
    // copy that fails is kept, and one that succeeds is not done again.
    super.init(startedAt: startedAt, deadline: deadline, isRepeatable: false)
    isUndoneByLoss = isOfTransaction
  }

  override var text: String { statement.description }
  /// Copies are not spoken in pipeline mode.
  override var isScript: Bool { true }

  override func receive(_ answer: LibPQ.Answer) throws(PostgresError) {
    count = answer.affectedRows
  }

  override func finish() {
    outcome = failure.map { .failure($0) } ?? .success(count)
    takesRows = false
    wake()
  }

  /// The server listens.
  func begin() {
    takesRows = true
    wake()
  }

  /// No more rows follow: answers are to be taken again.
  func endRows() { takesRows = false }

  /// Waits while nothing has changed that: the server listens, the socket takes more, or all is
  /// over.
  ///
  /// Looked at inside the continuation too: others may run before a suspension is complete.
  func wait(while isPremature: () -> Bool) async {
    while isPremature() {
      await withUnsafeContinuation { continuation in
        if isPremature() { waiter = continuation } else { continuation.resume() }
      }
    }
  }

  func wake() {
    guard let waiter else { return }
    self.waiter = nil
    waiter.resume()
  }
}
