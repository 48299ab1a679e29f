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
      case .system: try Self.systemLoop.get()
      case .portable: Self.portableLoop
      }
    }
  }

  static let systemLoop = Result { try EventLoop(label: "test.system") }
  private static let portableLoop = EventLoop(label: "test.portable", poller: DispatchPoller())
  /// A second loop, for what goes on between two.
  static let otherLoop = Result { try EventLoop(label: "test.other") }
}

/// A box for what only one loop touches.
final class OnLoop<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
