/// Events on their way to a consumer that may be slow: never more than the bound.
struct EventBuffer {
  private let notificationsMax: Int
  private var events = Deque<Listen.Event>()

  /// There is always room for a gap and what comes after it.
  init(notificationsMax: Int) { self.notificationsMax = max(2, notificationsMax) }

  var count: Int { events.count }

  mutating func popFirst() -> Listen.Event? { events.popFirst() }

  /// Keeps a notification; before that, makes all that wait one gap when there are too many.
  mutating func append(_ notification: Listen.Notification) {
    if events.count >= notificationsMax { appendGap() }
    events.append(.notification(notification))
  }

  /// Says that everything is to be read again, which makes what waits before it superfluous.
  mutating func appendGap() {
    _ = events.removeAll()
    events.append(.gap)
  }
}
