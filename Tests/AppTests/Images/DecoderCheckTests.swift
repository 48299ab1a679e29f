import Domain
import Foundation
import Testing

@testable import App

@Suite struct DecoderCheckTests {
  @Test func everyFormatIsReadInTheSandbox() throws {
    let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
    let check = DecoderCheck.run(tool: tool)
    #expect(check.formats == ImageFormat.allCases && check.makesRenditions)
    let findings = DecoderExamination.findings(check)
    #expect(findings[0].text == "Images: \(tool.path) reads JPEG, PNG, GIF, WebP, HEIC.")
    #expect(findings.allSatisfy { $0.grade != .missing })
  }

  @Test func theTinyImagesAreWhatTheySay() throws {
    for format in ImageFormat.allCases {
      let octets = try #require(Data(base64Encoded: TinyImage.base64(format)))
      let header = try ImageHeader(of: Array(octets))
      #expect(header.format == format && header.frames == 1)
    }
  }

  @Test func withoutTheToolTwoFormatsAreLeft() {
    let check = DecoderCheck.run(tool: nil)
    #expect(check.formats == [.jpeg, .png] && !check.makesRenditions)
    let findings = DecoderExamination.findings(check)
    #expect(findings.count == 1 && findings[0].grade == .remark)
    #expect(findings[0].text.contains("libvips-tools"))
  }

  @Test func aToolThatDecodesNothingIsMissing() {
    let check = DecoderCheck.run(tool: ImageTool(path: "/bin/false"))
    #expect(check.formats == [] && DecoderExamination.findings(check)[0].grade == .missing)
  }

  @Test func theToolIsFoundOnThePathOrWhereItUsuallyIs() {
    #expect(ImageTool.find(searchPath: "relative:/nonexistent") == ImageTool.find(searchPath: nil))
  }
}
