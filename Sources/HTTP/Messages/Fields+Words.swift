/// Words of the protocol in the fields of a request, compared as bytes: a client decides what they
/// hold and how long they are, and a `String` that is compared may cost much more than its length.
extension Fields {
  /// The result of `body` for the only value of that name; nil without it, and when there are
  /// several, of which a proxy might have read another one.
  package func onlyValue<Result>(
    of name: String, _ body: (UnsafeRawBufferPointer) -> Result?
  ) -> Result? {
    storage.withBytes { bytes in
      var found: ByteRange?
      for index in 0..<count where bytes.slice(storage.span(index).name).isWord(name) {
        guard found == nil else { return nil }
        found = storage.span(index).value
      }
      return found.flatMap { body(bytes.slice($0)) }
    }
  }

  /// Whether a member of the lists in all fields of that name meets the condition. Members have no
  /// blanks at their ends, and are not empty.
  ///
  /// Source: RFC 9110 §5.6.1.
  package func containsMember(
    of name: String, where condition: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    contains(separatedBy: Octet.comma, in: name, where: condition)
  }

  /// Whether `Accept` names this media type; ranges such as `*/*` do not.
  ///
  /// Source: RFC 9110 §12.5.1.
  package func accepts(_ mediaType: String) -> Bool {
    containsMember(of: "accept") { range in
      range.slice(0, range.next(Octet.semicolon, from: 0)).trimmed.isWord(mediaType)
    }
  }

  /// Whether `Content-Type` is this media type, whatever its parameters are.
  package func isContent(_ mediaType: String) -> Bool {
    containsMember(of: "content-type") { type in
      type.slice(0, type.next(Octet.semicolon, from: 0)).trimmed.isWord(mediaType)
    }
  }

  /// Whether `Content-Type` names a type of several parts, whatever its parameters are.
  package var isMultipart: Bool {
    containsMember(of: "content-type") { type in
      type.slice(0, type.next(Octet.slash, from: 0)).isWord("multipart")
    }
  }

  /// Whether `Content-Type` names a picture.
  package var isImage: Bool {
    containsMember(of: "content-type") { type in
      type.slice(0, type.next(Octet.slash, from: 0)).isWord("image")
    }
  }

  /// The value of the first cookie of that name; nil without one, and for a value that is empty or
  /// longer than `bytesMax`. A value that is no text of ASCII is none of ours.
  ///
  /// Source: RFC 6265 §4.2.
  package func cookie(_ name: String, bytesMax: Int) -> String? {
    var value: String?
    _ = contains(separatedBy: Octet.semicolon, in: "cookie") { pair in
      let middle = pair.next(Octet.equals, from: 0)
      guard middle < pair.count, pair.slice(0, middle).equals(text: name) else { return false }
      let bytes = pair.slice(middle + 1, pair.count)
      if 1...bytesMax ~= bytes.count, bytes.isASCII {
        value = String(decoding: bytes, as: UTF8.self)
      }
      return true
    }
    return value
  }

  /// The text after the scheme in the only `Authorization`; nil for another scheme.
  ///
  /// Source: RFC 9110 §11.4.
  package func credentials(_ scheme: StaticString) -> String? {
    onlyValue(of: "authorization") { value in
      let end = value.next(Octet.space, from: 0)
      guard value.slice(0, end).equals(ignoringCase: scheme) else { return nil }
      let rest = value.slice(end, value.count).trimmed
      return rest.isEmpty || !rest.isASCII ? nil : String(decoding: rest, as: UTF8.self)
    }
  }

  /// The index of the tag that `Accept-Language` likes best; nil when it names none of them.
  ///
  /// - Parameter any: the index for `*`.
  /// Source: RFC 9110 §12.5.4; RFC 4647 §3.4 (lookup).
  package func preferredLanguage(of tags: [String], any: Int) -> Int? {
    var best: (index: Int, weight: Int)?
    forEachValue(of: "accept-language") { line in
      var reader = ValueReader(line)
      reader.skipToMember()
      while !reader.isAtEnd {
        if let range = reader.token(), let weight = reader.weight(), reader.endsMember() {
          let language = range.slice(0, range.next(Octet.hyphen, from: 0))
          let index = language.isWord("*") ? any : tags.firstIndex { language.isWord($0) }
          if let index, weight > best?.weight ?? 0 { best = (index, weight) }
        } else {
          reader.skipMember()
        }
        reader.skipToMember()
      }
    }
    return best?.index
  }

  private func contains(
    separatedBy separator: UInt8, in name: String,
    where condition: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    storage.withBytes { bytes in
      for index in 0..<count where bytes.slice(storage.span(index).name).isWord(name) {
        let line = bytes.slice(storage.span(index).value)
        var start = 0
        while start < line.count {
          let end = line.next(separator, from: start)
          let member = line.slice(start, end).trimmed
          start = end + 1
          if !member.isEmpty, condition(member) { return true }
        }
      }
      return false
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes are the word, which is ASCII, in any case.
  package func isWord(_ word: String) -> Bool {
    word.withBytes { $0.count == count && equals(ignoringCase: $0) }
  }

  /// Whether these bytes are that text, byte for byte.
  package func isText(_ text: String) -> Bool { equals(text: text) }
}

extension ValueReader {
  /// Skips to the comma behind a member that means nothing.
  fileprivate mutating func skipMember() { _ = run { $0 != Octet.comma } }
}
