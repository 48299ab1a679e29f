/// Why the private PostgreSQL cannot be used: each case reads as one sentence for an operator.
package enum LocalPostgresError: Error, Equatable, CustomStringConvertible {
  /// `initdb`, `pg_ctl` and `postgres` were not found together in any known place.
  case notInstalled(neededMajor: Int?)
  /// The data directory cannot hold a server; the text says which directory and what to do.
  case unusableDirectory(String)
  /// The account that must run the server is missing, or cannot be switched to.
  case unusableAccount(String)
  /// A program of PostgreSQL ended badly; the text is what it printed, or the end of its log.
  case failed(program: String, output: String)
  /// `stop()` was called while somebody else was still starting the server.
  case stopped

  package var description: String {
    switch self {
    case .notInstalled(let neededMajor?):
      """
      the data directory was made by PostgreSQL \(neededMajor), which is not installed: install it \
      (apt-get install postgresql-\(neededMajor), or brew install postgresql@\(neededMajor)); \
      with a newer one beside it `moa upgrade-database` moves the data there
      """
    case .notInstalled(nil):
      """
      PostgreSQL \(LocalPostgresBinaries.oldestMajor) or newer is not installed: install it \
      (apt-get install postgresql, or brew install postgresql@17), or give --database-url
      """
    case .unusableDirectory(let reason), .unusableAccount(let reason): reason
    case .failed(let program, let output): "\(program) failed: \(output)"
    case .stopped: "the private PostgreSQL was asked to stop"
    }
  }
}
