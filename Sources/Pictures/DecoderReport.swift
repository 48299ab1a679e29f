/// What is told of the program that decodes images.
package enum DecoderReport: Sendable, Hashable {
  /// Something that an operator may want to know, one sentence; nobody was refused for it.
  case remark(String)
  /// The program did not do what it is there for, and whoever sent the image was told to come
  /// again.
  /// - Parameters:
  ///   - how: its end, with its signal or status.
  ///   - image: SHA-256 of what was sent, as 64 hexadecimal digits: to find who sent it again.
  case failed(how: String, image: String)
}
