import Domain
import Foundation
import Testing

@testable import App

@Suite struct DecoderCheckTests {
  @Test func everyFormatIsReadInTheSandbox() throws {
    let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
    let check = DecoderCheck.run(tool: tool)
    #expect(check.formats == ImageFormat.allCases && check.makesRenditions)
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
  }

  @Test func aToolThatDecodesNothingIsMissing() {
    let check = DecoderCheck.run(tool: ImageTool(path: "/bin/false"))
    #expect(check.formats == [] && !check.makesRenditions)
  }

  @Test func theToolIsFoundOnThePathOrWhereItUsuallyIs() {
    #expect(ImageTool.find(searchPath: "relative:/nonexistent") == ImageTool.find(searchPath: nil))
  }
}
