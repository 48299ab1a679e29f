import Postgres

extension SharedMemory {
  /// When a loop or a worker has last written.
  ///
  /// It is the second word of the line that begins a ``SharedRateTable``, of which the table itself
  /// uses the first: one memory is handed from process to process, not two.
  var writeMark: WriteMark { WriteMark(at: base + 8, keeping: self) }
}
