/// Measures a pool. It is called on the pool's loop, and must not block.
public protocol PoolMeter: Sendable {
  /// A statement was answered, refused or given up.
  ///
  /// - Parameters:
  ///   - name: nil for scripts and for rows that are copied.
  ///   - nanoseconds: since it was handed to its connection.
  ///   - failure: nil when it succeeded.
  func ended(_ name: StatementName?, nanoseconds: Int64, failure: PostgresError?)

  /// A caller was given a connection, or refused after waiting for one in vain. One who was refused
  /// at once is not told: it says nothing of how long others wait.
  ///
  /// - Parameters:
  ///   - nanoseconds: that the caller waited.
  ///   - isShared: whether it was to be a connection that callers share.
  func waited(nanoseconds: Int64, isShared: Bool)
}

/// How a pool's connections of one kind are used.
public struct PoolUsage: Sendable, Hashable {
  /// Connections that may be open.
  public let connectionsMax: Int
  /// Connections that are open.
  public let open: Int
  /// Those of them that are in use.
  public let inUse: Int
  /// Callers who wait for one.
  public let waiting: Int
}

extension Pool {
  /// How the connections are used that callers share. Call it on the loop.
  public var sharedUsage: PoolUsage { usage(of: .shared) }

  /// How the connections are used that callers have to themselves. Call it on the loop.
  public var exclusiveUsage: PoolUsage { usage(of: .exclusive) }

  private func usage(of kind: ConnectionKind) -> PoolUsage {
    let connections = state.connections(kind)
    return PoolUsage(
      connectionsMax: connections.membersMax, open: connections.count, inUse: connections.inUse,
      waiting: state.waitingCount(kind))
  }
}
