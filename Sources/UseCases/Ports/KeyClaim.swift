/// A key for which somebody prepares a write that takes its time: nobody else prepares one
/// meanwhile.
///
/// It ends when the write is made, when it is withdrawn, or soon after nobody holds it any more: a
/// server that dies takes its claims with it.
package protocol KeyClaim: AnyObject, Sendable {
  /// Tells this claim from those that others make of the same key; 32 bytes.
  var token: [UInt8] { get }

  /// Frees the key for others, when nothing is going to be written.
  func withdraw() async
}
