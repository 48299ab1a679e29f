/// The result of `If-Match` or `If-None-Match` for the tag of a representation.
///
/// Source: RFC 9110 §13.1.1, §13.1.2.
enum EntityTagCondition {
  /// `*`: whichever state there is.
  case any
  case matched
  case unmatched
  /// Neither `*` alone nor a list of tags.
  case malformed

  /// Reads all lines of that name as one list. Several lines are one list: RFC 9110 §5.3.
  init(
    _ name: StaticString, of fields: Fields, against tag: EntityTag?, _ comparison: TagComparison
  ) {
    var list = TagList(tag: tag, comparison: comparison)
    fields.forEachValue(of: name) { list.read($0) }
    self = list.verdict
  }
}

/// Held against one tag while it is read, so that nothing of a long list is kept.
private struct TagList {
  let tag: EntityTag?
  let comparison: TagComparison
  private var members = 0
  private var hasAny = false
  private var isMatched = false
  private var isMalformed = false

  init(tag: EntityTag?, comparison: TagComparison) {
    self.tag = tag
    self.comparison = comparison
  }

  var verdict: EntityTagCondition {
    if isMalformed || (hasAny && members > 1) { return .malformed }
    return hasAny ? .any : isMatched ? .matched : .unmatched
  }

  mutating func read(_ line: UnsafeRawBufferPointer) {
    var reader = ValueReader(line)
    reader.skipToMember()
    while !reader.isAtEnd, !isMalformed {
      members += 1
      if reader.take(Octet.asterisk) {
        hasAny = true
      } else if let received = reader.entityTag() {
        if let tag, received.matches(tag, comparison) { isMatched = true }
      } else {
        isMalformed = true
      }
      if !reader.endsMember() { isMalformed = true }
      reader.skipToMember()
    }
  }
}
