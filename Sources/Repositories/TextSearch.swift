/// How texts are searched for a part of them, in any case.
enum TextSearch {
  /// Whether `column` holds what the parameter says.
  ///
  /// Both sides are folded here, because what a letter's lower case is depends on the database;
  /// what is looked for is folded once, and texts only as far as it can matter, because that takes
  /// twice as long as all the rest: a part without letters of two cases, as Korean is, meets the
  /// texts as they are, one of ASCII only those with its own letters folded, and a short one with
  /// other letters is a regular expression in which no sign means anything but itself (`***=`),
  /// which takes long to make of a long one.
  /// - Parameter parameter: `$1`, which the statement uses as text only.
  static func condition(_ column: String, holds parameter: String) -> String {
    """
    case
        when (select lower(\(parameter)) = upper(\(parameter)))
          then strpos(\(column), (select lower(\(parameter)))) > 0
        when (select octet_length(\(parameter)) = length(\(parameter)))
          then strpos(lower(\(column) collate "C"), (select lower(\(parameter) collate "C"))) > 0
        when (select length(\(parameter)) <= 16) then \(column) ~* (select '***=' || \(parameter))
        else strpos(lower(\(column)), (select lower(\(parameter)))) > 0
      end
    """
  }
}
