@testable import EventLoop

/// Both pollers, so that each test of descriptors runs on the portable one too.
enum PollerKind: CaseIterable {
  case system
  case portable

  /// A loop that lives as long as the tests: on Linux, Dispatch sources that come and go on
  /// several queues run into a defect of libdispatch (issue 949), so no test makes its own.
  var loop: EventLoop {
    get throws {
      switch self {
      case .system: try Self.system.get()
      case .portable: Self.portable
      }
    }
  }

  private static let system = Result { try EventLoop(label: "test.system") }
  private static let portable = EventLoop(label: "test.portable", poller: DispatchPoller())
  /// A second loop, for what goes on between two.
  static let other = Result { try EventLoop(label: "test.other") }
}

/// A box for what only one loop touches.
final class OnLoop<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
