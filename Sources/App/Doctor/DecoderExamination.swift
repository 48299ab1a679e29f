import Domain

/// Whether pictures can be made smaller and safe here.
enum DecoderExamination {
  static func findings() -> [Finding] { findings(.run()) }

  static func findings(_ check: DecoderCheck) -> [Finding] {
    guard let tool = check.tool else {
      return [
        Finding(
          .remark,
          "Images: \(ImageTool.name) is not installed, so images are served as they come, without"
            + " smaller ones, and only \(names(check.formats)) are taken: apt-get install"
            + " libvips-tools")
      ]
    }
    guard check.makesRenditions else {
      return [
        Finding(.missing, "Images: \(tool.path) is there, but does not decode in its sandbox.")
      ]
    }
    let others = ImageFormat.allCases.filter { !check.formats.contains($0) }
    let fine = Finding(.fine, "Images: \(tool.path) reads \(names(check.formats)).")
    return [fine]
      + (others.isEmpty ? [] : [Finding(.remark, "Images: it does not read \(names(others)).")])
      + check.missingConfinements.map { Finding(.remark, "Images: of the decoder, \($0).") }
  }

  private static func names(_ formats: [ImageFormat]) -> String {
    formats.map(\.rawValue).joined(separator: ", ")
  }
}
