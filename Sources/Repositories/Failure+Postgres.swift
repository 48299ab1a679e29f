import Domain
import Postgres
import UseCases

extension Failure {
  /// Translates any error of a statement or a transaction.
  ///
  /// A failure that a rule threw inside a transaction stays as it is.
  ///
  /// - Parameter mayRepeat: whether a write with an unknown outcome may be sent again.
  init(_ error: any Error, mayRepeat: Bool = false) {
    switch error {
    case let failure as Failure: self = failure
    case let error as PostgresError: self.init(error)
    case is CancellationError: self = .unavailable(retryAfterSeconds: 1)
    default: self = .bug("\(error)")
    }
    if mayRepeat, self == .outcomeUnknown { self = .unavailable(retryAfterSeconds: 1) }
  }

  /// Translates by the kind of error; errors of the server by constraint and SQLSTATE.
  init(_ error: PostgresError) {
    guard !error.isOutcomeUnknown else {
      self = .outcomeUnknown
      return
    }
    switch error.kind {
    case .server(let report):
      self = Self.of(constraint: report.constraint) ?? Self.of(report.sqlState, error)
    case .connection, .timeout, .poolExhausted, .cancelled, .commitOutcomeUnknown:
      self = .unavailable(retryAfterSeconds: 1)
    case .encoding(let reason):
      self = .rejected([FieldError("", Self.notStorable(reason))])
    case .decoding, .misuse, .configuration:
      self = .bug("\(error)")
    }
  }

  /// A stored row breaks a rule of the domain: it was edited by hand.
  init(stored row: String, flaw: ValidationError) {
    self = .bug("\(row) in the store breaks a rule: \(flaw.code)")
  }

  /// Constraints that have an error of their own. Their names are part of the error contract.
  private static func of(constraint: String?) -> Failure? {
    switch constraint {
    case "event_categories_key_unique":
      .conflict(
        ValidationError(
          "key_taken", "Another event category has this key.",
          hint: "Choose another key, or edit the one that has it."))
    case "event_categories_thumbnail_image_exists",
      "event_categories_thumbnail_text_image_exists":
      .conflict(
        ValidationError(
          "unknown_image", "An image of the event category is not stored any more.",
          hint: "Upload it again."))
    case "recent_views_shopper_exists":
      // The device was merged with another one a moment ago.
      .unavailable(retryAfterSeconds: 1)
    case "product_variants_sku_unique":
      .conflict(.takenSKU)
    case "products_key_unique": .conflict(.productKeyTaken)
    case "products_item_type_exists":
      .rejected([FieldError("/item_type_id", .unknownItemType)])
    case "item_types_category_exists":
      .conflict(
        ValidationError(
          "contradiction", "Categories and item types were changed at the same time.",
          hint: "Read both lists and try again."))
    case "search_clients_id_key":
      .conflict(
        ValidationError(
          "id_taken", "Another client has this id.", hint: "Choose another, or leave it out."))
    case "access_tokens_id_key":
      .conflict(
        ValidationError(
          "id_taken", "Another access token has this id.", hint: "Create the token again."))
    case "vendors_identifier_unique":
      .conflict(
        ValidationError(
          "identifier_taken", "Another vendor has this identifier.", hint: "Make another."))
    default: nil
    }
  }

  /// Source: PostgreSQL documentation, appendix "PostgreSQL Error Codes".
  private static func of(_ sqlState: String, _ error: PostgresError) -> Failure {
    switch sqlState {
    // disk_full: an operator must free space, which takes longer than a reconnect.
    case "53100": .unavailable(retryAfterSeconds: 30)
    // query_canceled and lock_not_available: the server's own deadlines. serialization_failure and
    // deadlock_detected: the transaction can be repeated.
    case "57014", "55P03", "40001", "40P01": .unavailable(retryAfterSeconds: 1)
    // The server is going away, or was demoted to a standby.
    case "57P01", "57P02", "57P03", "25006": .unavailable(retryAfterSeconds: 1)
    case "23505", "23P01":
      .conflict(
        ValidationError(
          "contradiction", "This contradicts something that was stored in the meantime.",
          hint: "Read the current state and try again."))
    case "23502", "23503", "23514": .rejected([FieldError("", notStorable("a constraint"))])
    default: of(classOf: sqlState.prefix(2), error)
    }
  }

  private static func of(classOf sqlState: Substring, _ error: PostgresError) -> Failure {
    switch sqlState {
    // Connection exception; insufficient resources.
    case "08", "53": .unavailable(retryAfterSeconds: 1)
    // Data exception: a value that the domain accepts and the store cannot hold.
    case "22": .rejected([FieldError("", notStorable("its form"))])
    default: .bug("\(error)")
    }
  }

  private static func notStorable(_ reason: String) -> ValidationError {
    ValidationError(
      "not_storable", "The store refuses a value because of \(reason).",
      hint: "Check the values for characters and numbers out of the ordinary.")
  }
}
