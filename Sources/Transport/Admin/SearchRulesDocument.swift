import Domain
import HTTP
import UseCases

/// The rules of searching on the wire.
enum SearchRulesDocument {
  /// 4 MiB: as many words as there may be, of some hundred bytes each.
  static let bytesMax = 4_194_304

  /// Reads all rules.
  ///
  /// - Throws: every mistake, with pointers such as `/synonyms/3/1`.
  static func rules(
    _ value: JSONValue, from origin: Origin?
  ) throws(Rejection) -> SearchRules {
    var reader = try ObjectReader.open(value)
    var written = SearchRules.Written()
    written.synonyms = list("synonyms", of: &reader) { value, pointer, fieldErrors in
      guard case .array(let words) = value else {
        fieldErrors.append(FieldError(pointer, .wrongKind(value, wanted: "an array")))
        return nil
      }
      return words.enumerated().map { index, word in
        Self.text(word, at: "\(pointer)/\(index)", &fieldErrors)
      }
    }
    written.redirects = redirects(of: &reader, from: origin)
    written.banned = list("banned", of: &reader) { value, pointer, fieldErrors in
      Self.text(value, at: pointer, &fieldErrors)
    }
    reader.refuseTheRest()
    var fieldErrors = reader.fieldErrors
    do throws(Rejection) {
      let rules = try SearchRules(written)
      if fieldErrors.isEmpty { return rules }
    } catch {
      fieldErrors += error.fieldErrors
    }
    throw Rejection(fieldErrors)
  }

  static func bytes(_ rules: SearchRules) -> [UInt8] {
    wire.bytes(rules, capacity: 1_024 + 64 * rules.synonyms.count)
  }

  // MARK: Reading

  /// Elements of a member that must be there; nil for each that cannot be read, which is noted.
  private static func list<Element>(
    _ name: String, of reader: inout ObjectReader,
    _ read: (JSONValue, String, inout [FieldError]) -> Element?
  ) -> [Element?] {
    guard let value = reader.requiredValue(name) else { return [] }
    guard case .array(let values) = value else {
      reader.note(name, .wrongKind(value, wanted: "an array"))
      return []
    }
    var fieldErrors: [FieldError] = []
    let elements = values.enumerated().map { index, value in
      read(value, "/\(name)/\(index)", &fieldErrors)
    }
    reader.note(fieldErrors)
    return elements
  }

  private static func text(
    _ value: JSONValue, at pointer: String, _ fieldErrors: inout [FieldError]
  ) -> String? {
    do throws(ValidationError) {
      return try value.text()
    } catch {
      fieldErrors.append(FieldError(pointer, error))
      return nil
    }
  }

  private static func redirects(
    of reader: inout ObjectReader, from origin: Origin?
  ) -> [(query: String, target: LinkTarget?)] {
    guard let value = reader.requiredValue("redirects") else { return [] }
    guard case .object(let members) = value else {
      reader.note("redirects", .wrongKind(value, wanted: "an object"))
      return []
    }
    return members.map { member in
      do throws(Rejection) {
        return (member.name, try LinkTarget(member.value, from: origin))
      } catch {
        reader.note(
          "redirects", error.fieldErrors.map { $0.under(FieldError.step(member.name)) })
        return (member.name, nil)
      }
    }
  }

  // MARK: Declarations

  static let wire = WireObject<SearchRules>(
    "SearchRules", "What a merchandiser decides about searching.",
    [
      .lists("synonyms", groups, synonymsMeaning, [["반팔", "반소매"]]) { rules in
        rules.synonyms.map { $0.map(\.text) }
      },
      .map("redirects", Wire.linkTarget, redirectsMeaning, redirectsExample) { rules in
        rules.redirects.map { ($0.query.text, $0.target) }
      },
      .strings("banned", words, bannedMeaning, ["모조품"]) { $0.banned.map(\.text) },
    ])

  static let schema = ObjectSchema(
    "SearchRulesDocument", "All rules of searching.",
    [
      .init(
        name: "synonyms", schema: groups, isRequired: true, meaning: synonymsMeaning,
        example: [["반팔", "반소매"]]),
      .init(
        name: "redirects", schema: .map(of: Wire.linkTarget.schema), isRequired: true,
        meaning: redirectsMeaning, example: redirectsExample),
      .init(
        name: "banned", schema: words, isRequired: true, meaning: bannedMeaning,
        example: ["모조품"]),
    ], isClosed: true)

  private static let word = JSONSchema.string(1...Title.charactersMax)
  private static let groups = JSONSchema.array(
    .array(word, SearchRules.wordsPerGroup), 0...SearchRules.groupsMax)
  private static let words = JSONSchema.array(word, 0...SearchRules.bannedMax)
  private static let synonymsMeaning =
    "Groups of words that mean the same: each finds what the others find. A word is in one group."
  private static let redirectsMeaning =
    "Where whole queries lead, by the query; spaces in it do not count."
  private static let redirectsExample: JSONValue = ["골프": ["kind": "event", "id": 6]]
  private static let bannedMeaning = "Words that find nothing; they are not suggested either."
}
