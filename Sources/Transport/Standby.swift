package import UseCases

/// A copy of the shop that is a little old, for what everybody may read.
///
/// Reads without credentials go there while it is fresh. A client with credentials may have just written
/// what it reads, so its requests, and all writes, go to the primary; and so is what the copy does
/// not have, or fails to answer.
package struct Standby: Sendable {
  let ports: Ports
  let isFresh: @Sendable () -> Bool

  /// - Parameter isFresh: whether it is as young as the operator wants; asked before and after each
  ///   read.
  package init(ports: Ports, isFresh: @escaping @Sendable () -> Bool) {
    self.ports = ports
    self.isFresh = isFresh
  }
}
