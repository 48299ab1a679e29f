/// Finds what somebody meant who has made a typing mistake.
enum Spelling {
  /// The nearest of these names, or nil when none is near enough to be meant.
  static func nearest(to word: String, among names: some Sequence<String>) -> String? {
    let found = names.map { (name: $0, distance: distance(word, $0)) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let found, found.distance <= word.utf8.count / 3 else { return nil }
    return found.name
  }

  /// How many letters must be put in, left out or exchanged to make the one of the other.
  ///
  /// Source: Wagner and Fischer, "The String-to-String Correction Problem", 1974.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    var row = Array(0...second.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let exchanged = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(exchanged, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
