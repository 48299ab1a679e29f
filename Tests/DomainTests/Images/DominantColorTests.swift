import Domain
import Fakes
import Testing

@Suite struct DominantColorTests {
  private func pixels(_ parts: (count: Int, rgba: [UInt8])...) -> [UInt8] {
    parts.flatMap { Array(repeatElement($0.rgba, count: $0.count).joined()) }
  }

  @Test func mostOfThePictureDecides() {
    let picture = pixels((3, [250, 10, 10, 255]), (4, [10, 10, 250, 255]))
    #expect(Color.dominant(ofRGBA: picture).description == "#0a0afa")
  }

  @Test func shadesOfOneColourCountTogether() {
    let picture = pixels((2, [32, 32, 32, 255]), (2, [47, 47, 47, 255]), (3, [200, 0, 0, 255]))
    #expect(Color.dominant(ofRGBA: picture).description == "#272727")
  }

  @Test func whatIsNotSeenDoesNotCount() {
    let picture = pixels((9, [0, 0, 0, 0]), (1, [255, 255, 255, 255]))
    #expect(Color.dominant(ofRGBA: picture).description == "#ffffff")
    #expect(Color.dominant(ofRGBA: pixels((9, [0, 0, 0, 127]))) == .gray)
    #expect(Color.dominant(ofRGBA: []) == .gray)
    #expect(Color.dominant(ofRGBA: [1, 2, 3]) == .gray)
  }
}
