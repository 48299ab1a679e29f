/// Why a server cannot start.
public struct ServerError: Error, Equatable, CustomStringConvertible {
  /// One sentence that names the address and the reason.
  public let description: String
  init(_ description: String) { self.description = description }
}
