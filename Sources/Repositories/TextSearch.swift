/// Case-insensitive search for a part of a text.
enum TextSearch {
  /// Whether `column` contains the parameter.
  ///
  /// Both sides are folded here, because lower case depends on the database. The parameter is
  /// folded once; the texts only as far as needed, because folding takes twice as long as the rest.
  /// A part without upper and lower case, such as Korean, is searched for in the texts as they are;
  /// for an ASCII part only ASCII letters of the texts are folded; a short part with other letters
  /// becomes a literal regular expression (`***=`), which would take too long for a long part.
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
