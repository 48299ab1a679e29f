// Chunk extensions: they mean nothing to us, but hide requests where parsers disagree about them.
extension ChunkedDecoder {
  /// Counts one byte of extensions and enters the next state.
  mutating func enterExtension(_ next: State) throws(ParseError) {
    extensionBytes += 1
    guard extensionBytes <= limits.chunkExtensionBytes else {
      throw .chunkExtensionsTooLarge(limit: limits.chunkExtensionBytes)
    }
    state = next
  }

  /// Reads one byte by the grammar `*( BWS ";" BWS token [ BWS "=" BWS ( token / quoted ) ] )`.
  ///
  /// White space before the line end is refused: the grammar has none there.
  /// Source: RFC 9112 §7.1.1.
  mutating func readExtension(_ byte: UInt8) throws(ParseError) {
    guard let next = following(byte) else { throw .malformedChunkExtension(at: position) }
    if next == .sizeEnd { state = next } else { try enterExtension(next) }
  }

  /// The state after `byte`, or nil when it is not allowed here.
  private func following(_ byte: UInt8) -> State? {
    switch state {
    case .beforeExtension:
      Octet.isBlank(byte) ? .beforeExtension : byte == Octet.semicolon ? .extensionName : nil
    case .extensionName:
      Octet.isBlank(byte) ? state : Octet.isToken(byte) ? .extensionNameRest : nil
    case .extensionNameRest:
      Octet.isToken(byte) ? state : followingName(byte)
    case .beforeEquals:
      byte == Octet.carriageReturn ? nil : followingName(byte)
    case .beforeExtensionValue:
      Octet.isBlank(byte)
        ? state : byte == Octet.quote ? .quoted : Octet.isToken(byte) ? .token : nil
    case .token:
      Octet.isToken(byte) ? state : followingValue(byte)
    case .quoted:
      byte == Octet.quote
        ? .afterQuoted
        : byte == Octet.backslash ? .escaped : Octet.isFieldText(byte) ? .quoted : nil
    case .escaped: Octet.isFieldText(byte) ? .quoted : nil
    case .afterQuoted: followingValue(byte)
    default: nil
    }
  }

  private func followingName(_ byte: UInt8) -> State? {
    byte == Octet.equals
      ? .beforeExtensionValue
      : Octet.isBlank(byte) ? .beforeEquals : followingValue(byte)
  }

  private func followingValue(_ byte: UInt8) -> State? {
    switch byte {
    case Octet.carriageReturn: .sizeEnd
    case Octet.semicolon: .extensionName
    case Octet.space, Octet.tab: .beforeExtension
    default: nil
    }
  }
}
