/// The validators of a representation.
///
/// Source: RFC 9110 §8.8.
public struct Validators: Sendable, Hashable {
  /// As in `ETag`; nil when it has none.
  public var entityTag: EntityTag?
  /// As in `Last-Modified`: seconds since 1970-01-01 00:00:00 UTC; nil when unknown.
  public var lastModified: Int64?
  /// Whether that second names one sequence of bytes: it did not change twice in it, and no other
  /// variant has the same date. Source: RFC 9110 §8.8.2.2.
  public var isDateStrong: Bool

  /// A date is weak unless the caller knows that it is strong.
  public init(
    entityTag: EntityTag? = nil, lastModified: Int64? = nil, isDateStrong: Bool = false
  ) {
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.isDateStrong = isDateStrong
  }
}

/// Evaluates the conditions of a request, in the one order that the standard has for them.
///
/// Source: RFC 9110 §13.2.2.
public enum Preconditions {
  /// The result of all conditions together.
  public enum Outcome: Sendable, Hashable {
    /// Answer as if there were no conditions; `Range` counts only when `honoursRange` is true.
    case proceed(honoursRange: Bool)
    /// 304.
    case notModified
    /// 412.
    case preconditionFailed
  }

  /// Evaluates the conditions that apply to `method`.
  ///
  /// Call it only when the answer without conditions would be a success (RFC 9110 §13.2.1), and
  /// after authentication: a condition must not reveal to a stranger that something exists.
  /// - Parameters:
  ///   - validators: of the selected representation; nil when there is none yet. Not called without
  ///     a condition.
  ///   - now: seconds since 1970; read only for a date whose year has two digits.
  ///
  /// A malformed date is no condition (RFC 9110 §13.1.3, §13.1.4). A malformed list of tags
  /// matches nothing, and never lets a change through that it may have been meant to stop.
  public static func evaluate(
    _ method: Method, _ fields: Fields, _ validators: @autoclosure () -> Validators?,
    now: @autoclosure () -> Int64
  ) -> Outcome {
    evaluate(method, fields, SelectionFields(fields), validators, now: now)
  }

  /// Whether `If-Match` is there and neither `*` nor a list of tags.
  ///
  /// It matches nothing then; the caller can tell the client why.
  public static func isMatchMalformed(_ fields: Fields) -> Bool {
    switch EntityTagCondition("if-match", of: fields, against: nil, .strong) {
    case .malformed: true
    case .any, .matched, .unmatched: false
    }
  }

  /// Whether `If-Match` is `*`: it matches whatever is there, seen or not.
  public static func isMatchAny(_ fields: Fields) -> Bool {
    switch EntityTagCondition("if-match", of: fields, against: nil, .strong) {
    case .any: true
    case .malformed, .matched, .unmatched: false
    }
  }

  static func evaluate(
    _ method: Method, _ fields: Fields, _ present: SelectionFields,
    _ validators: () -> Validators?, now: () -> Int64
  ) -> Outcome {
    guard !present.isDisjoint(with: .conditional), concerns(method) else {
      return .proceed(honoursRange: false)
    }
    let validators = validators()
    let isRead = method == .get || method == .head
    // Steps 1 and 2.
    if present.contains(.ifMatch) {
      guard matches(fields, validators) else { return .preconditionFailed }
    } else if present.contains(.ifUnmodifiedSince) {
      guard isUnmodified(fields, validators, now) else { return .preconditionFailed }
    }
    // Steps 3 and 4.
    if present.contains(.ifNoneMatch) {
      guard matchesNone(fields, validators, isRead) else {
        return isRead ? .notModified : .preconditionFailed
      }
    } else if isRead, present.contains(.ifModifiedSince) {
      guard isModified(fields, validators, now) else { return .notModified }
    }
    // Step 5. GET alone has ranges: RFC 9110 §14.2.
    guard method == .get, present.contains(.range) else { return .proceed(honoursRange: false) }
    let isFresh = !present.contains(.ifRange) || isCurrent(fields, validators, now)
    return .proceed(honoursRange: isFresh)
  }

  /// Methods that neither select nor change a representation have no conditions: RFC 9110 §13.2.1.
  private static func concerns(_ method: Method) -> Bool {
    method != .options && method != .trace && method != .connect
  }

  // MARK: Tags

  /// Source: RFC 9110 §13.1.1: the comparison is the strong one.
  private static func matches(_ fields: Fields, _ validators: Validators?) -> Bool {
    guard let validators else { return false }
    switch EntityTagCondition("if-match", of: fields, against: validators.entityTag, .strong) {
    case .any, .matched: return true
    case .unmatched, .malformed: return false
    }
  }

  /// Source: RFC 9110 §13.1.2: the comparison is the weak one.
  private static func matchesNone(
    _ fields: Fields, _ validators: Validators?, _ isRead: Bool
  ) -> Bool {
    let tag = validators?.entityTag
    switch EntityTagCondition("if-none-match", of: fields, against: tag, .weak) {
    case .any: return validators == nil
    case .matched: return false
    case .unmatched: return true
    case .malformed: return isRead
    }
  }

  // MARK: Dates

  /// Source: RFC 9110 §13.1.4; ignored unless it is one date and ours is known.
  private static func isUnmodified(
    _ fields: Fields, _ validators: Validators?, _ now: () -> Int64
  ) -> Bool {
    guard let modified = validators?.lastModified,
      let since = date("if-unmodified-since", fields, now)
    else { return true }
    return modified <= since
  }

  /// Source: RFC 9110 §13.1.3; ignored unless it is one date and ours is known.
  private static func isModified(
    _ fields: Fields, _ validators: Validators?, _ now: () -> Int64
  ) -> Bool {
    guard let modified = validators?.lastModified,
      let since = date("if-modified-since", fields, now)
    else { return true }
    return modified > since
  }

  /// Nil for no date, and for more than one: RFC 9110 §13.1.3.
  private static func date(
    _ name: StaticString, _ fields: Fields, _ now: () -> Int64
  ) -> Int64? {
    fields.onlyValue(of: name) { DateField.seconds(reading: $0, now: now) } ?? nil
  }

  /// Whether the client's part belongs to the content that would be sent now. Otherwise, and for a
  /// malformed value, the whole content is sent.
  ///
  /// Source: RFC 9110 §13.1.5: a strong tag, or the very date.
  private static func isCurrent(
    _ fields: Fields, _ validators: Validators?, _ now: () -> Int64
  ) -> Bool {
    guard let validators else { return false }
    return fields.onlyValue(of: "if-range") { value in
      var reader = ValueReader(value)
      if let received = reader.entityTag() {
        guard reader.isAtEnd, let tag = validators.entityTag else { return false }
        return received.matches(tag, .strong)
      }
      guard validators.isDateStrong, let modified = validators.lastModified else { return false }
      return DateField.seconds(reading: value, now: now) == modified
    } ?? false
  }
}

extension SelectionFields {
  /// All that `Preconditions` looks at.
  static let conditional: SelectionFields = [
    .ifMatch, .ifUnmodifiedSince, .ifNoneMatch, .ifModifiedSince, .range,
  ]
}
