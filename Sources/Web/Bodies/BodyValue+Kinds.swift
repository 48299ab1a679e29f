package import Domain
import HTTP

// MARK: Texts

extension BodyValue<String> {
  package static var text: Self { Self(.string(), text: { $0 }) }

  package static func word(_ words: [String], unknown flaw: ValidationError? = nil) -> Self {
    Self(.word(words)) { value in try value.word(of: words, unknown: flaw) }
  }
}

extension BodyValue where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the cases.
  package static func word(unknown flaw: ValidationError? = nil) -> Self {
    let words = Value.allCases.map(\.rawValue)
    return Self(.word(words)) { value, notes in
      notes.value { try value.word(of: words, unknown: flaw) }
        .flatMap(Value.init(rawValue:))
    }
  }
}

// MARK: Numbers and flags

extension BodyValue<Bool> {
  package static var flag: Self {
    Self(.boolean) { value in try value.flag() }
  }
}

extension BodyValue<Int64> {
  package static var id: Self {
    Self(.integer(1...)) { value in try value.id() }
  }

  /// Of something that the store looks for, whatever number it is.
  package static var soughtID: Self {
    Self(.integer(1...)) { value in try value.wholeNumber() }
  }

  package static func integer(_ range: PartialRangeFrom<Int64>, outside flaw: ValidationError)
    -> Self
  {
    Self(.integer(range)) { value in try value.wholeNumber(in: range, flaw)
    }
  }

  package static func integer(_ range: ClosedRange<Int64>, outside flaw: ValidationError) -> Self {
    Self(.integer(range)) { value in try value.wholeNumber(in: range, flaw)
    }
  }
}

extension BodyValue<Int> {
  /// A value from an earlier answer: the store knows whether it is still valid.
  package static func known(_ range: PartialRangeFrom<Int64> = 1...) -> Self {
    Self(.integer(range)) { value in try value.count() }
  }
}

// MARK: Containers

extension BodyValue {
  package static func object(_ object: BodyObject<Value>) -> Self {
    Self(.object(object.schema), objects: [object], read: object.read)
  }

  /// - Parameters:
  ///   - count: the number of elements allowed. More are not read.
  ///   - rule: returns errors between elements. It gets the elements as they were sent, so that its
  ///     errors are reported even if some elements cannot be read.
  package static func array<Element>(
    _ element: BodyValue<Element>, _ count: ClosedRange<Int>, tooMany flaw: ValidationError? = nil,
    rule: @escaping @Sendable ([JSONValue]) -> [FieldError] = { _ in [] }
  ) -> Self where Value == [Element] {
    let flaw = flaw ?? .tooMany(count.upperBound)
    let schema = JSONSchema.array(element.schema, count)
    return Self(schema, objects: element.objects) { value, notes in
      guard let all = notes.value({ try value.elements() }) else {
        return nil
      }
      let before = notes.fieldErrors.count
      if all.count < count.lowerBound { notes.note(.tooFew(count)) }
      if all.count > count.upperBound { notes.note(flaw) }
      let sent = Array(all.prefix(count.upperBound))
      let elements = element.each(of: sent, &notes)
      notes.note(rule(sent))
      guard notes.fieldErrors.count == before else { return nil }
      let values = elements.compactMap(\.self)
      assert(values.count == sent.count, "an element is left out without a word")
      return values
    }
  }

  /// The elements of an array, nil for each that cannot be read; of more than `count`, one more, so
  /// that the value that is made of them can be refused.
  package static func places<Element>(
    _ element: BodyValue<Element>, _ count: ClosedRange<Int>
  ) -> Self where Value == [Element?] {
    Self(.array(element.schema, count), objects: element.objects) { value, notes in
      notes.value { try value.elements() }.map {
        element.each(of: Array($0.prefix(count.upperBound + 1)), &notes)
      }
    }
  }

  /// The members of an object whose names the sender chooses, nil for each value that cannot be
  /// read; of more than `countMax`, one more, so that what is made of them can be refused.
  package static func named<Element>(_ element: BodyValue<Element>, _ countMax: Int) -> Self
  where Value == [(name: String, value: Element?)] {
    Self(.map(of: element.schema, countMax), objects: element.objects) { value, notes in
      guard case .object(let members) = value else {
        notes.note(.wrongKind(value, wanted: "an object"))
        return nil
      }
      return members.prefix(countMax + 1).map { member in
        (
          member.name,
          notes.inside(FieldError.step(member.name)) { element.read(member.value, &$0) }
        )
      }
    }
  }

  private func each(of elements: [JSONValue], _ notes: inout BodyNotes) -> [Value?] {
    elements.enumerated().map { index, element in
      notes.inside("/\(index)") { read(element, &$0) }
    }
  }
}

extension JSONValue {
  package func word(of words: [String], unknown flaw: ValidationError? = nil)
    throws(ValidationError)
    -> String
  {
    let word = try text()
    guard words.contains(word) else {
      throw flaw ?? ValidationError("unknown_word", "There is no such word here.", known: words)
    }
    return word
  }

  fileprivate func elements() throws(ValidationError) -> [JSONValue] {
    guard case .array(let elements) = self else { throw .wrongKind(self, wanted: "an array") }
    return elements
  }

  fileprivate func wholeNumber(
    in range: some RangeExpression<Int64>, _ flaw: ValidationError
  ) throws(ValidationError) -> Int64 {
    let number = try wholeNumber()
    guard range.contains(number) else { throw flaw }
    return number
  }
}

extension ValidationError {
  package static func wrongKind(_ value: JSONValue, wanted: String) -> ValidationError {
    guard value != .refusedString else { return .tooManyMarks }
    return ValidationError(
      "wrong_type", "This is \(value.kind).", hint: "Write \(wanted).", allowed: .kind(wanted))
  }

  /// Of a text that is not stream-safe.
  package static let tooManyMarks = ValidationError(
    "too_many_marks", "More than \(String.marksMax) combining marks are in a row.",
    hint: "Remove them.")

  /// The flaw of a text that came from elsewhere than a request; nil unless it has too many marks.
  package static func tooManyMarks(in text: String) -> ValidationError? {
    text.isStreamSafe ? nil : .tooManyMarks
  }

  fileprivate static func tooFew(_ count: ClosedRange<Int>) -> ValidationError {
    ValidationError(
      "required", "Fewer than \(count.lowerBound).",
      hint: "Send \(count.lowerBound) to \(count.upperBound).", allowed: .count(count))
  }

  fileprivate static func tooMany(_ limit: Int) -> ValidationError {
    ValidationError(
      "too_many", "More than \(limit).", hint: "Send at most \(limit).", allowed: .count(0...limit))
  }
}
