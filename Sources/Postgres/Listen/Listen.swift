public import EventLoop

/// What others tell by `NOTIFY`, as an endless sequence that survives its server.
///
///     for await event in try Listen(on: loop, to: ["products"], ListenConfiguration(direct)) {
///       switch event {
///       case .gap: cache.removeAll()
///       case .notification(let notification): cache.remove(notification.payload)
///       }
///     }
///
/// Each iteration has a connection of its own, which is opened when the first event is asked for
/// and closed when the task is cancelled, or when the iterator is gone. It never ends by itself and
/// never throws: a connection that breaks, or that answers no more, is replaced, with growing
/// pauses.
///
/// **Gaps.** The server keeps nothing for somebody who is not there. So the first event is `.gap`,
/// and `.gap` comes again after every new connection, once the server listens for us. It means:
/// what you know may be old, read it again. Whoever reads again after each gap misses nothing,
/// because what is committed after the reading is told.
///
/// **Failover.** With several hosts in the connection string it listens to the one that takes
/// writes, and leaves one that takes none any more, since nobody notifies there.
///
/// Needs a direct connection: PgBouncer in transaction mode knows no `LISTEN`.
///
/// Source: PostgreSQL documentation, "NOTIFY"; "Asynchronous Notification" of libpq.
public struct Listen: AsyncSequence, Sendable {
  /// What a listener is told.
  public enum Event: Sendable, Equatable {
    /// Something may have been missed: read again what notifications are about.
    case gap
    /// Somebody has notified a channel, and has committed.
    case notification(Notification)
  }

  /// The one thing that `NOTIFY` says.
  public struct Notification: Sendable, Equatable {
    /// The channel that was notified.
    public let channel: String
    /// What was sent with it, empty when there was nothing.
    public let payload: String
    /// The server's process of the session that notified.
    public let process: Int32
  }

  /// Never ends by an error.
  public typealias Failure = Never

  private let loop: EventLoop
  private let channels: [String]
  private let script: String
  private let configuration: ListenConfiguration
  private let observe: @Sendable (PostgresEvent) -> Void

  /// Checks the channels, and connects to nothing yet.
  ///
  /// The connection lives on `loop`; the events may be awaited anywhere. Channels are names, not
  /// SQL: they are quoted here, and `Orders` is another channel than `orders`.
  /// - Throws: `.encoding` when a channel cannot be named so: see ``ChannelName``.
  public init(
    on loop: EventLoop, to channels: [String], _ configuration: ListenConfiguration,
    observe: @escaping @Sendable (PostgresEvent) -> Void = { _ in }
  ) throws(PostgresError) {
    self.loop = loop
    self.channels = channels
    script = try ChannelName.listening(to: channels)
    self.configuration = configuration
    self.observe = observe
  }

  /// Begins an iteration with a connection of its own.
  public func makeAsyncIterator() -> Iterator {
    Iterator(ListenSession(on: loop, to: channels, by: script, configuration, observe: observe))
  }

  /// One iteration. Belongs to one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private let lease: Lease

    fileprivate init(_ session: ListenSession) { lease = Lease(session) }

    /// The next event, or nil once the task is cancelled.
    public mutating func next() async -> Event? {
      let session = lease.session
      return await withTaskCancellationHandler {
        try? await session.loop.run { await session.next() }
      } onCancel: {
        session.loop.execute { session.close() }
      }
    }
  }

  /// Closes the connection when the last copy of the iterator is gone.
  private final class Lease: Sendable {
    let session: ListenSession

    init(_ session: ListenSession) { self.session = session }

    deinit { session.loop.execute { [session] in session.close() } }
  }
}
