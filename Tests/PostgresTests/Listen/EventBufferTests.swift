import Testing

@testable import Postgres

/// What waits for a slow consumer, whatever happens.
struct EventBufferTests {
  private func notification(_ number: Int) -> Listen.Notification {
    Listen.Notification(channel: "c", payload: "\(number)", process: 1)
  }

  @Test func neverHoldsMoreThanItsBound() {
    var buffer = EventBuffer(notificationsMax: 10)
    for number in 1...1_000 {
      buffer.append(notification(number))
      #expect(buffer.count <= 10)
    }
  }

  @Test func oneTooManyMakesAllThatWaitsOneGap() {
    var buffer = EventBuffer(notificationsMax: 2)
    buffer.append(notification(1))
    buffer.append(notification(2))
    buffer.append(notification(3))
    #expect(buffer.popFirst() == .gap)
    #expect(buffer.popFirst() == .notification(notification(3)))
    #expect(buffer.popFirst() == nil)
  }

  @Test func aGapCoversWhatWaitsBeforeItAndNothingBehindIt() {
    var buffer = EventBuffer(notificationsMax: 10)
    buffer.append(notification(1))
    buffer.appendGap()
    buffer.appendGap()
    buffer.append(notification(2))
    #expect(buffer.popFirst() == .gap)
    #expect(buffer.popFirst() == .notification(notification(2)))
    #expect(buffer.popFirst() == nil)
  }
}
