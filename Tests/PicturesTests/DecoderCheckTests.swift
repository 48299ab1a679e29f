import CSandbox
import Foundation
import Images
import Testing

@testable import Pictures

@Suite struct DecoderCheckTests {
  @Test func everyFormatIsReadInTheSandbox() throws {
    let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
    let check = DecoderCheck.run(tool: tool, directory: NSTemporaryDirectory())
    #expect(check.formats == ImageFormat.allCases)
    #expect(check.makesRenditions)
  }

  @Test func theTinyImagesAreWhatTheySay() throws {
    for format in ImageFormat.allCases {
      let bytes = try #require(TinyImage.bytes(format))
      let claims = try ImageReading(of: bytes, within: .arriving).claims
      #expect(claims.format == format)
    }
  }

  @Test func withoutTheToolTwoFormatsAreLeft() {
    let check = DecoderCheck.run(tool: nil, directory: NSTemporaryDirectory())
    #expect(check.formats == [.jpeg, .png])
    #expect(!check.makesRenditions)
  }

  @Test func aToolThatDecodesNothingIsMissing() {
    let check = DecoderCheck.run(
      tool: ImageTool(path: "/bin/false"), directory: NSTemporaryDirectory())
    #expect(check.formats == [])
    #expect(!check.makesRenditions)
  }

  @Test func whatTheSandboxLacksIsNamedWhereThereIsATool() {
    let tool = ImageTool(path: "/usr/bin/vipsthumbnail")
    let all = Int32(
      MOA_CONFINES_FILES | MOA_CONFINES_CALLS | MOA_CONFINES_NETWORK | MOA_CONFINES_ACCOUNT)
    #expect(DecoderCheck.missingConfinements(tool: tool) { all } == [])
    #expect(DecoderCheck.missingConfinements(tool: nil) { 0 } == [], "nothing is decoded")
    let missing = DecoderCheck.missingConfinements(tool: tool) { all & ~Int32(MOA_CONFINES_FILES) }
    #expect(missing.map { $0.contains("Landlock") } == [true], "\(missing)")
  }

  @Test func theToolIsFoundOnThePathOrWhereItUsuallyIs() {
    #expect(ImageTool.find(searchPath: "relative:/nonexistent") == ImageTool.find(searchPath: nil))
  }
}
