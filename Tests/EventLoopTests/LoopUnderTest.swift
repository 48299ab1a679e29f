@testable import EventLoop

/// Both pollers, so that each test of descriptors runs on the portable one too.
enum PollerKind: CaseIterable {
  case system
  case portable

  func makeLoop() throws -> EventLoop {
    switch self {
    case .system: try EventLoop(label: "test.system")
    case .portable: EventLoop(label: "test.portable", poller: DispatchPoller())
    }
  }
}

/// A box for what only one loop touches.
final class OnLoop<Value>: @unchecked Sendable {
  var value: Value
  init(_ value: Value) { self.value = value }
}
