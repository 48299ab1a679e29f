import Synchronization

/// Tells the log of migrations that only a newer program knows, once: readiness is asked for every
/// few seconds, on every loop.
final class NewerSchemaNotice: Sendable {
  private let told = Mutex<[String]>([])
  private let report: @Sendable (ApplicationEvent) -> Void

  init(_ report: @escaping @Sendable (ApplicationEvent) -> Void) {
    self.report = report
  }

  /// Takes what one check found; again only something else is told.
  func take(_ unknown: [String]) {
    let isNews = told.withLock { told in
      defer { told = unknown }
      return !unknown.isEmpty && told != unknown
    }
    if isNews { report(.schemaNewer(unknown: unknown)) }
  }
}
