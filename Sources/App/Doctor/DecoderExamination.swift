/// Whether pictures can be made smaller and safe here.
enum DecoderExamination {
  static func findings() -> [Finding] { [] }
}
