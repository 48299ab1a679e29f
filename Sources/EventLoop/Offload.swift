internal import Dispatch

extension EventLoop {
  private static let helpers = DispatchQueue(label: "moa.offload", attributes: .concurrent)

  /// Runs work that may block (name resolution, files) on a helper thread.
  ///
  /// The caller resumes where it was: a task that prefers a loop comes back to that loop.
  public static func offload<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withUnsafeThrowingContinuation { continuation in
      helpers.async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
