/// A kind of thing that a file has and the shop does not take as it is: told once, with a count and
/// the first places.
package struct Finding: Sendable, Equatable {
  package enum Outcome: String, Sendable, CaseIterable {
    /// The product is not taken.
    case refused
    /// The product is taken, and differs from the file.
    case changed
    /// Something of the file has no counterpart in the shop.
    case left
  }

  /// Kinds are told apart by their codes.
  package struct Kind: Sendable, Equatable {
    package let code: String
    package let outcome: Outcome
    /// One sentence.
    package let detail: String
    /// One imperative sentence.
    package let cure: String

    package init(code: String, outcome: Outcome, detail: String, cure: String) {
      (self.code, self.outcome, self.detail, self.cure) = (code, outcome, detail, cure)
    }
  }

  package static let firstsMax = 5

  package let kind: Kind
  /// The column's name in the file, if it is about one.
  package let column: String?
  package fileprivate(set) var count = 0
  /// At most ``firstsMax``.
  package fileprivate(set) var firsts: [Place] = []
  /// The content of the first place, shortened.
  package let sample: String?
}

/// The findings of a run, in the order in which they were met first.
package struct Findings: Sendable {
  package private(set) var all: [Finding] = []
  /// Products that are not taken, whatever the number of their flaws.
  package private(set) var refusedProducts = 0
  private var indexes: [String: Int] = [:]

  package init() {}

  /// Counts a product that is not taken; why is added apart.
  package mutating func refuse() { refusedProducts += 1 }

  /// Adds the findings of another file.
  package mutating func add(_ others: Findings) {
    refusedProducts += others.refusedProducts
    for other in others.all {
      for place in other.firsts {
        add(other.kind, at: place, column: other.column, sample: other.sample)
      }
      all[all.lastIndex { $0.kind == other.kind && $0.column == other.column } ?? 0].count +=
        other.count - other.firsts.count
    }
  }

  package mutating func add(
    _ kind: Finding.Kind, at place: Place, column: String? = nil, sample: String? = nil
  ) {
    let name = [kind.code, kind.detail, column ?? ""].joined(separator: "\u{0}")
    let index = indexes[name] ?? all.count
    if index == all.count {
      indexes[name] = index
      all.append(Finding(kind: kind, column: column, sample: sample.map { String($0.prefix(60)) }))
    }
    all[index].count += 1
    if all[index].firsts.count < Finding.firstsMax { all[index].firsts.append(place) }
  }
}

extension Finding.Kind {
  static let noKey = refused(
    "no_key", "The product has no key.", "Fill the column that tells products apart.")
  static let repeatedKey = refused(
    "repeated_key", "Another product further up has the same key.",
    "Give each product its own key, and keep the rows of one product together.")
  static let noName = refused("no_name", "The product has no name.", "Write one.")
  static let noPrice = refused("no_price", "The product has no price.", "Write one.")
  static let badPrice = refused(
    "bad_price", "The price cannot be read.",
    "Write digits, and a point before cents: 12000 or 19.99.")
  static let badCurrency = refused(
    "bad_currency", "The currency is not one of the shop's.", "Write one that the shop has.")
  static let badNumber = refused(
    "bad_number", "The number cannot be read.", "Write digits only.")
  static let damagedKey = refused(
    "damaged_key", "A spreadsheet has rounded the key to the form 1.2E+17.",
    "Export again, and open the file with that column as text.")
  static let unclearOption = refused(
    "unclear_option", "The options can be read in two ways.",
    "Write each value once, without commas, bars and braces of its own.")
  static let brokenOption = refused(
    "broken_option", "The options are not written as this form has them.",
    "Follow the form's guide, as many values, prices and stocks as it asks for.")
  static let tooManyVariants = refused(
    "too_many_variants", "The options make more variants than a product can have.",
    "Split the product.")
  static let blankOption = refused(
    "blank_option", "A variant lacks a value of an option.", "Fill each option in each row.")
  static let repeatedVariant = refused(
    "repeated_variant", "Two variants have the same values.", "Leave one of them.")
  static let noParent = refused(
    "no_parent", "The variation names no product of this file.", "Export both together.")
  static let hiddenOptions = refused(
    "options_elsewhere", "The product has options, and this list does not hold them.",
    "Use the form for changing many products, which has them.")
  static let badJSON = refused(
    "bad_json", "The line is not an object of JSON that we take.", "Mend it.")
  static let notText = refused(
    "not_text", "The row is in another encoding than the beginning of the file.",
    "Save the whole file as UTF-8.")
  static let otherKind = refused(
    "other_kind", "Goods of this kind are not sold here: sets, links to other shops.",
    "Enter its parts as products.")

  static let noDiscount = changed(
    "no_discount", "The price before the discount is not above the price.",
    "It is left out; write a higher one for a discount.")
  static let negativeStock = changed(
    "negative_stock", "The stock is below zero.", "It becomes 0; count what there is.")
  static let unknownStock = changed(
    "unknown_stock", "The file has no stock for it.",
    "A new product gets the value of --stock (default: 0); others keep their stock.")
  static let partialStock = changed(
    "partial_stock", "The stock has a fraction.", "It is rounded down.")
  static let hugeStock = changed(
    "huge_stock", "The stock is above what a shop can have.", "It becomes the greatest one.")
  static let damagedCode = changed(
    "damaged_code", "A spreadsheet has rounded the article number to the form 1.2E+17.",
    "It is left out; export again, and open the file with that column as text.")
  static let hidden = changed(
    "hidden", "It is a draft or hidden in the file.", "It arrives hidden; show it when it is right."
  )
  static let salePlanned = changed(
    "planned_sale", "The sale has dates of its own.",
    "It is sold at its usual price; change the price when the sale begins.")
  static let anyValue = changed(
    "any_value", "A variation is for any value of an option.",
    "It becomes one variant for each value; the first one has its stock and its article number.")
  static let keyFromName = changed(
    "key_from_name", "The product has no code of its own.",
    "Its name becomes its key; give it a code before it is renamed.")

  static let leftColumn = left(
    "left_column", "The shop has nothing for this column.")
  static let leftSKU = left(
    "left_sku", "A product without options has no article number but its key.")
  static let leftPictures = left(
    "pictures_in_text", "The description has pictures.", "Add them to the product's pictures.")
  static let leftMember = left(
    "left_member", "The shop has nothing for this member.")
  static let leftCells = left(
    "left_cells", "The row has more cells than the header.",
    "Quote texts that hold commas or line breaks, if some were cut.")
  static let leftCategories = left(
    "left_category", "The product is in several categories.", "The first one is taken.")
  static let leftAttribute = left(
    "left_attribute", "The product has an attribute that is no option.",
    "Write it into the description.")
  static let leftRow = left(
    "left_row", "The row is an example or a guide of the form.")
  static let leftSheets = left(
    "left_sheet", "The workbook has further sheets, which are not read.",
    "Save each as a file of its own.")

  private static func refused(_ code: String, _ detail: String, _ cure: String) -> Self {
    Self(code: code, outcome: .refused, detail: detail, cure: cure)
  }
  private static func changed(_ code: String, _ detail: String, _ cure: String) -> Self {
    Self(code: code, outcome: .changed, detail: detail, cure: cure)
  }
  private static func left(
    _ code: String, _ detail: String, _ cure: String = "No action is needed."
  ) -> Self {
    Self(code: code, outcome: .left, detail: detail, cure: cure)
  }
}
