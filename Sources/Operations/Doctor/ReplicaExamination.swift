import EventLoop
import Postgres
import Repositories

/// Whether the standby that reads may go to is there and follows the primary.
enum ReplicaExamination {
  private static let deadline = Duration.seconds(3)

  static func finding(
    _ target: ConnectionString, lagMax: Duration, _ report: @escaping OperationReport
  ) async -> Finding {
    do {
      let loop = try EventLoop.ofProgram()
      let (state, isPooled) = try await loop.run {
        let connection = try await Connection.connect(
          on: loop, to: target, deadline: deadline,
          observe: { report(.replica($0)) })
        defer { connection.close() }
        return (try await StandbyInspection.read(from: connection), connection.isPooled)
      }
      return finding(state, "\(target)", isPooled: isPooled, lagMax: lagMax)
    } catch {
      // Reads go to the primary then: slower perhaps, but nothing fails.
      return Finding(
        .remark,
        "Replica: cannot reach a standby at \(target), so it is not used: \(error)".sentence)
    }
  }

  static func finding(
    _ state: StandbyInspection, _ name: String, isPooled: Bool, lagMax: Duration
  ) -> Finding {
    guard !isPooled else {
      return Finding(
        .remark,
        "Replica: \(name) is a pooler, which may lead to another server with each statement, so it"
          + " is not used. Name the standby itself.")
    }
    guard state.isStreaming else {
      return Finding(
        .remark, "Replica: \(name) is a standby, but follows no primary now, so it is not used.")
    }
    return Finding(
      .fine, "Replica: \(name) follows its primary; answers may be \(lagMax) old.")
  }
}
