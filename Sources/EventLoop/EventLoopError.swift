/// Why a loop cannot be made or cannot watch a descriptor.
public struct EventLoopError: Error, Equatable, CustomStringConvertible {
  /// The system call that failed.
  public let call: String
  /// Its `errno`.
  public let code: Int32

  /// Names a call and its error.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// Call and number in one sentence.
  public var description: String { "\(call) failed with errno \(code)" }
}
