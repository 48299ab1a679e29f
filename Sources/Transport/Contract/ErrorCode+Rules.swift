import Web

extension ErrorCode {
  /// Errors of values.
  static let rules: [ErrorCode] = [
    ErrorCode(
      "required", nil, .init("Something is missing.", "Add it.")),
    ErrorCode(
      "wrong_type", nil,
      .init("The value is of another kind.", "Write a value of the kind that the hint names.")),
    ErrorCode(
      "read_only", nil, .init("The server gives this member.", "Leave it out.")),
    ErrorCode(
      "unknown_member", nil, .init("There is no such member.", "Check its name.")),
    ErrorCode(
      "unknown_parameter", nil, .init("There is no such parameter here.", "Check its name.")),
    ErrorCode(
      "repeated_parameter", nil,
      .init("The parameter was given too often.", "Give it once, or as often as it may be given.")),
    ErrorCode(
      "malformed_flag", nil, .init("This is neither true nor false.", "Write true or false.")),
    ErrorCode(
      "unknown_word", nil, .init("There is no such word here.", "Write one of the known words.")),
    ErrorCode(
      "invalid_cursor", nil,
      .init(
        "The cursor was not made here, was changed, or belongs to another query.",
        "Send next_cursor as it came, with the same query; or none for the first page.")),
    ErrorCode(
      "empty", nil, .init("The text is empty.", "Write something visible.")),
    ErrorCode(
      "too_short", nil, .init("The text is too short.", "Write more characters.")),
    ErrorCode(
      "too_long", nil, .init("The text is too long.", "Write fewer characters.")),
    ErrorCode(
      "too_many", 409, .init("There are too many of them.", "Send fewer.")),
    ErrorCode(
      "too_few", nil, .init("There are too few of them.", "Send more.")),
    ErrorCode(
      "too_many_marks", nil,
      .init("More than 30 combining marks are in a row.", "Remove them.")),
    ErrorCode(
      "surrounded_by_space", nil, .init("White space stands at an end.", "Remove it.")),
    ErrorCode(
      "control_character", nil, .init("The text holds a control character.", "Remove it.")),
    ErrorCode(
      "malformed", nil, .init("The text has another form.", "Write it as the hint says.")),
    ErrorCode(
      "not_storable", nil,
      .init("The text holds what cannot be stored.", "Remove the character 0.")),
    ErrorCode(
      "out_of_range", nil,
      .init("The number is too small or too large.", "Write one of the range that the hint names.")),
    ErrorCode(
      "not_whole", nil, .init("The number is not whole, or too large.", "Write a whole number.")),
    ErrorCode(
      "malformed_amount", nil, .init("Not a valid amount.", "Write a number.")),
    ErrorCode(
      "too_many_decimals", nil,
      .init(
        "The currency has fewer digits after the point.", "Write whole units of the currency.")),
    ErrorCode(
      "price_missing", nil,
      .init(
        "The currency changes without a new price.", "Send the price too.")),
    ErrorCode(
      "exceeds_price", nil,
      .init("The discount that is kept exceeds the new price.", "Send the discount too.")),
    ErrorCode(
      "below_price", nil,
      .init(
        "The original price that is kept is below the new price.",
        "Send original_price too, or null.")),
    ErrorCode(
      "in_variants", nil,
      .init(
        "The product has variants, and this is derived from theirs.",
        "Change the variants, or leave this out.")),
    ErrorCode(
      "changed_since", 409,
      .init(
        "What the change wrote was changed again since.",
        "Undo the later changes first, or change it by hand.")),
    ErrorCode(
      "not_undoable", 409,
      .init("The change cannot be undone.", "Change it by hand.")),
    ErrorCode(
      "sku_taken", 409,
      .init("The article number belongs to another variant of the vendor.", "Choose another.")),
    ErrorCode(
      "unknown_currency", nil,
      .init("Nothing is sold in this currency here.", "Write KRW, USD, JPY or EUR.")),
    ErrorCode(
      "malformed_time", nil,
      .init(
        "This is no time with an offset, or no day of the calendar.",
        "Write it like 2026-03-01T09:00:00+09:00.")),
    ErrorCode(
      "ends_before_start", nil, .init("It ends before it begins.", "Put ends_at behind starts_at.")),
    ErrorCode(
      "malformed_id", nil, .init("This is no id.", "Write it as answers have it.")),
    ErrorCode(
      "malformed_identifier", 400,
      .init("This is no identifier of a vendor.", "Write it as answers have it.")),
    ErrorCode(
      "malformed_option", 400,
      .init(
        "This is no value of an option.", "Write the name of the option, a colon and the value.")),
    ErrorCode(
      "unknown_tag", nil, .init("There is no such mark.", "Write one of the known marks.")),
    ErrorCode(
      "unknown_image", 409,
      .init("There is no such image.", "Upload it first, or name one that is there.")),
    ErrorCode(
      "unknown_product", nil,
      .init("There is no such product.", "Name products of the shop.")),
    ErrorCode(
      "unknown_sku", nil,
      .init("No variant has this article number.", "Name one of a variant of the vendor.")),
    ErrorCode(
      "insufficient_stock", 409,
      .init("Too little is in stock.", "Take at most the number in at_most.")),
    ErrorCode(
      "operation_reused", nil,
      .init("Another operation has this id.", "Write a new UUID for each operation.")),
    ErrorCode(
      "not_one_of", nil,
      .init("Exactly one of several members is needed.", "Send one of the members in the detail.")),
    ErrorCode(
      "unknown_category", nil,
      .init("There is no such category.", "Name one that is there, or add it first.")),
    ErrorCode(
      "unknown_event", nil,
      .init("There is no such event category.", "Name one that is there, or add it first.")),
    ErrorCode(
      "in_use", nil,
      .init(
        "Something that the list leaves out is still needed.",
        "Keep it in the list, or move what needs it first.")),
    ErrorCode(
      "unknown_item_type", nil,
      .init("This item type does not exist.", "Name one that the screen of categories shows.")),
    ErrorCode(
      "unknown_vendor", 401, .init("There is no such vendor.", "Name a vendor that is there.")),
    ErrorCode(
      "not_https", nil,
      .init(
        "The URL is no https URL, nor a path of this site.", "Write https://... or /images/...")),
    ErrorCode(
      "dot_segment", nil, .init("The path holds a step . or ..", "Write it without.")),
    ErrorCode(
      "malformed_host", 400, .init("This is no host.", "Write a name or an address.")),
    ErrorCode(
      "duplicate", nil, .init("It stands there twice.", "Name each once.")),
    ErrorCode(
      "another_id", nil, .init("The stored one has another id.", "Leave id out, or read it again.")),
    ErrorCode(
      "removed", nil, .init("It was removed meanwhile.", "Read the list again.")),
    ErrorCode(
      "unseen", nil,
      .init("It was added meanwhile, and the list does not have it.", "Read the list again.")),
    ErrorCode(
      "key_taken", 409, .init("The key belongs to another one.", "Choose another key.")),
    ErrorCode(
      "id_taken", 409, .init("The id belongs to another one.", "Leave it out.")),
    ErrorCode(
      "identifier_taken", 409, .init("The identifier belongs to another vendor.", "Leave it out.")),
    ErrorCode(
      "scope_without_vendor", nil,
      .init("A token for a vendor needs the vendor.", "Name the vendor.")),
    ErrorCode(
      "vendor_without_scope", nil,
      .init("A vendor is named and the scope is missing.", "Add the scope vendor.")),
    ErrorCode(
      "missing_identifier", 400,
      .init("The vendor's identifier is missing.", "Send the field identifier.")),
    ErrorCode(
      "wrong_product_secret", 400,
      .init("The secret is not that of the product.", "Ask for it again.")),
    ErrorCode(
      "contradiction", 409, .init("Two values contradict each other.", "Correct one of them.")),
  ]
}

extension ErrorCode {
  /// Errors of devices and likes.
  static let likes: [ErrorCode] = [
    ErrorCode(
      "too_many_devices", 429,
      .init("Too many new devices came from this address.", "Wait for the seconds in Retry-After.")),
    ErrorCode(
      "unknown_device", nil,
      .init("No device has this token.", "Send the token of the other device.")),
    ErrorCode(
      "too_many_likes", 409,
      .init("More products would be liked than may be.", "Unlike some first.")),
    ErrorCode(
      "too_many_remembered", 409,
      .init(
        "More products are liked, or were in the last three months, than may be.",
        "Wait until some that are liked no more have been forgotten.")),
    ErrorCode(
      "superseded", nil,
      .init(
        "Another operation on the product has a later time.",
        "Forget it, or correct a slow clock by server_time and send a new operation.")),
    ErrorCode(
      "clock_ahead", nil,
      .init(
        "The time is more than five minutes ahead of the server's.",
        "Set the time by server_time, and send it again.")),
    ErrorCode(
      "malformed_uuid", nil, .init("This is no UUID.", "Write a new UUID for each operation.")),
    ErrorCode(
      "malformed_ids", nil,
      .init("These are no ids with commas between.", "Write them as answers have them.")),
    ErrorCode(
      "too_old", nil,
      .init("The time is more than ninety days ago.", "Forget the operation.")),
  ]
}
