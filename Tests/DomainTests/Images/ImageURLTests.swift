import Domain
import Testing

@Suite struct ImageURLTests {
  @Test(
    "every size of every kind of image has its URL, behind an origin and without one",
    arguments: ImagePreset.allCases, StoredImage.MediaType.allCases)
  func urls(_ preset: ImagePreset, _ mediaType: StoredImage.MediaType) throws {
    let hex = String(repeating: "0a", count: 32)
    let digest = try #require(ImageDigest(hex: hex))
    let origin = Origin("https://shop.example:8443")
    var renditions = Renditions()
    func url(_ origin: Origin?) -> String {
      let picture = Picture(
        digest: digest, mediaType: mediaType, width: 2, height: 1, byteCount: 3, color: .gray,
        renditions: renditions
      ).served(as: preset)
      return picture.url(from: origin)
    }
    let suffix = mediaType == .png ? "png" : "jpg"
    #expect(url(nil) == "/images/\(hex)/original.\(suffix)")
    #expect(url(origin) == "https://shop.example:8443/images/\(hex)/original.\(suffix)")
    renditions.insert(
      Rendition(preset: preset, mediaType: mediaType, width: 2, height: 1, byteCount: 3))
    #expect(url(nil) == "/images/\(hex)/\(preset.rawValue).\(suffix)")
    #expect(url(origin) == "https://shop.example:8443/images/\(hex)/\(preset.rawValue).\(suffix)")
  }
}
