import CSandbox
import Foundation
import Images
import Logging
import Testing

@testable import App

@Suite struct DecoderCheckTests {
  @Test func everyFormatIsReadInTheSandbox() throws {
    let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
    let check = DecoderCheck.run(tool: tool)
    #expect(check.formats == ImageFormat.allCases)
    #expect(check.makesRenditions)
  }

  @Test func theTinyImagesAreWhatTheySay() throws {
    for format in ImageFormat.allCases {
      let bytes = try #require(Data(base64Encoded: TinyImage.base64(format)))
      let claims = try ImageReading(of: Array(bytes), within: .arriving).claims
      #expect(claims.format == format)
    }
  }

  @Test func withoutTheToolTwoFormatsAreLeft() {
    let check = DecoderCheck.run(tool: nil)
    #expect(check.formats == [.jpeg, .png])
    #expect(!check.makesRenditions)
  }

  @Test func aToolThatDecodesNothingIsMissing() {
    let check = DecoderCheck.run(tool: ImageTool(path: "/bin/false"))
    #expect(check.formats == [])
    #expect(!check.makesRenditions)
  }

  @Test func aServerWarnsOfWhatIsMissingInOneLine() throws {
    let tool = ImageTool(path: "/usr/bin/vipsthumbnail")
    let all = Int32(
      MOA_CONFINES_FILES | MOA_CONFINES_CALLS | MOA_CONFINES_NETWORK | MOA_CONFINES_ACCOUNT)
    #expect(DecoderCheck.warning(tool: tool) { all } == nil)
    #expect(DecoderCheck.warning(tool: nil) { 0 } == nil, "nothing is decoded")
    let event = try #require(
      DecoderCheck.warning(tool: tool) { all & ~Int32(MOA_CONFINES_FILES) })
    let pipe = Pipe()
    let queue = LogQueue(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    EventLog(queue, level: .warning).report(event)
    queue.close()
    try pipe.fileHandleForWriting.close()
    let log = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(log.split(separator: "\n").count == 1, "\(log)")
    #expect(log.contains("Landlock"), "\(log)")
    #expect(log.contains("\"level\":\"warning\""))
    #expect(log.contains("decoder_less_confined"))
  }

  @Test func theToolIsFoundOnThePathOrWhereItUsuallyIs() {
    #expect(ImageTool.find(searchPath: "relative:/nonexistent") == ImageTool.find(searchPath: nil))
  }
}
