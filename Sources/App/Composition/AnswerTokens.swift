import Domain
import EventLoop
import Operations
import Postgres
import Repositories
import Synchronization
import UseCases
import Web

extension ValidatedAnswers.Machine {
  /// Reads tokens on the loop of `pool`, which has one connection for them.
  ///
  /// - Parameters:
  ///   - data: reads the answers. While it finds the database away no token is waited for.
  ///   - sessions: counts the sessions of both pools.
  static func reading(
    _ pool: Pool, of data: Pool, _ sessions: SessionCount
  ) -> ValidatedAnswers.Machine {
    let clock = PostgresStore(pool)
    let last = Mutex<ChangeToken?>(nil)
    return ValidatedAnswers.Machine(
      token: { instant in
        guard data.isAvailable, pool.isAvailable else { return nil }
        let generation = sessions.count
        let (known, start) = (last.withLock { $0 }, pool.loop.now)
        let token: ChangeToken
        do { token = try await clock.token(after: known, at: instant) } catch {
          guard pool.loop.now - start < pool.patience else { throw error }
          return nil
        }
        last.withLock { $0 = token }
        return AnswerToken(
          Int64(generation), token.session.serverStart.microseconds, Int64(token.session.process),
          token.number, token.nextMoment?.microseconds ?? .max)
      },
      isAway: { !data.isAvailable }, pause: { await pool.loop.pause(for: $0) }, now: { .now })
  }
}

/// Counts the sessions with a database that have begun and ended. A new one may be with another
/// server, whose data a token of the former one says nothing of.
final class SessionCount: Sendable {
  private let sessions = Atomic(0)

  var count: Int { sessions.load(ordering: .relaxed) }

  func take(_ event: PostgresEvent) {
    switch event {
    case .connected, .lost: sessions.add(1, ordering: .relaxed)
    default: break
    }
  }
}
