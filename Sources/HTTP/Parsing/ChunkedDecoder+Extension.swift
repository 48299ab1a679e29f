// Chunk extensions: they mean nothing to us, but hide requests where parsers disagree about them.
extension ChunkedDecoder {
  /// Counts one octet of extensions and enters the next state.
  mutating func enterExtension(_ next: State) throws(ParseError) {
    extensionOctets += 1
    guard extensionOctets <= limits.chunkExtensionOctets else {
      throw .chunkExtensionsTooLarge(limit: limits.chunkExtensionOctets)
    }
    state = next
  }

  /// Reads one octet by the grammar `*( BWS ";" BWS token [ BWS "=" BWS ( token / quoted ) ] )`.
  ///
  /// White space before the line end is refused: the grammar has none there.
  /// Source: RFC 9112 §7.1.1.
  mutating func readExtension(_ octet: UInt8) throws(ParseError) {
    guard let next = following(octet) else { throw .malformedChunkExtension(at: position) }
    if next == .sizeEnd { state = next } else { try enterExtension(next) }
  }

  /// The state after `octet`, or nil when it may not stand here.
  private func following(_ octet: UInt8) -> State? {
    switch state {
    case .beforeExtension:
      Octet.isBlank(octet) ? .beforeExtension : octet == Octet.semicolon ? .extensionName : nil
    case .extensionName:
      Octet.isBlank(octet) ? state : Octet.isToken(octet) ? .extensionNameRest : nil
    case .extensionNameRest:
      Octet.isToken(octet) ? state : followingName(octet)
    case .beforeEquals:
      octet == Octet.carriageReturn ? nil : followingName(octet)
    case .beforeExtensionValue:
      Octet.isBlank(octet)
        ? state : octet == Octet.quote ? .quoted : Octet.isToken(octet) ? .token : nil
    case .token:
      Octet.isToken(octet) ? state : followingValue(octet)
    case .quoted:
      octet == Octet.quote
        ? .afterQuoted
        : octet == Octet.backslash ? .escaped : Octet.isFieldText(octet) ? .quoted : nil
    case .escaped: Octet.isFieldText(octet) ? .quoted : nil
    case .afterQuoted: followingValue(octet)
    default: nil
    }
  }

  private func followingName(_ octet: UInt8) -> State? {
    octet == Octet.equals
      ? .beforeExtensionValue
      : Octet.isBlank(octet) ? .beforeEquals : followingValue(octet)
  }

  private func followingValue(_ octet: UInt8) -> State? {
    switch octet {
    case Octet.carriageReturn: .sizeEnd
    case Octet.semicolon: .extensionName
    case Octet.space, Octet.tab: .beforeExtension
    default: nil
    }
  }
}
