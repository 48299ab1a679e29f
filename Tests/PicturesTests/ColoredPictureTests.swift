import Domain
import Fakes
import Images
import Testing

@testable import Pictures

/// No picture comes out darker or tinted: each is within 2 of 255 of what it should be.
@Suite struct ColoredPictureTests {
  private static let tolerance = 2

  /// Four flat colours, which every encoder keeps.
  private static let flat: [(UInt8, UInt8, UInt8)] = [
    (160, 100, 100), (100, 150, 110), (90, 100, 160), (128, 128, 128),
  ]
  /// The same numbers as Display P3, in the colours of other screens: computed by the matrices and
  /// the curve of IEC 61966-2-1 and of SMPTE EG 432-1, both adapted to D50.
  private static let flatOfDisplayP3: [(UInt8, UInt8, UInt8)] = [
    (170, 96, 98), (84, 152, 106), (88, 100, 165), (128, 128, 128),
  ]

  private static func quarters(_ colors: [(UInt8, UInt8, UInt8)]) -> [UInt8] {
    SampleImages.drawn(64, 64) { x, y in
      let (red, green, blue) = colors[(x < 32 ? 0 : 1) + (y < 32 ? 0 : 2)]
      return (red, green, blue, 255)
    }
  }

  /// Every shade of gray, from left to right.
  private static let ramp = SampleImages.png(
    256, 8, kind: 0, rows: SampleImages.rows(8) { _ in Array(0...255) })

  private func taken(_ bytes: [UInt8]) async throws -> [UInt8] {
    try await Intake().take(bytes).original.bytes
  }

  @Test func aProfileThatFitsIsConverted() async throws {
    let expected = Self.quarters(Self.flatOfDisplayP3)
    let flat = Self.quarters(Self.flat)
    let jpeg = try Photograph.converted(flat, to: ".jpg[Q=98,subsample_mode=off,strip]")
    let webp = try Photograph.converted(flat, to: ".webp[lossless,strip]")
    let profile = SampleProfiles.displayP3
    let pictures: [(String, [UInt8])] = [
      ("JPEG", SampleImages.jpeg(jpeg, with: SampleImages.profileSegments(profile, pieces: 2))),
      ("PNG", SampleImages.png(flat, with: [SampleImages.iccp(profile)])),
      ("WebP", SampleImages.webp(webp, 64, 64, flags: 0x20, before: [("ICCP", profile)])),
    ]
    for (name, picture) in pictures {
      let distance = try Photograph.distance(try await taken(picture), expected)
      #expect(distance <= Self.tolerance, "\(name): \(distance)")
    }
  }

  @Test func theProfileOfAHEICIsConverted() async throws {
    let tile = try Photograph.converted(Self.quarters(Self.flat), to: ".heic[Q=99,strip]")
    let told = Array("prof".utf8) + SampleProfiles.displayP3
    let picture = SampleImages.heicGrid(
      of: tile, side: 64, columns: 1, rows: 1, properties: [SampleImages.box("colr", told)])
    let expected = try await taken(Self.quarters(Self.flatOfDisplayP3))
    let center = try Self.centers(try await taken(picture))
    let distance = zip(center, try Self.centers(expected)).map { abs(Int($0) - Int($1)) }.max()
    #expect(distance ?? 255 <= Self.tolerance, "\(center)")
  }

  /// Of the four quarters, where no encoder of photographs has mixed them.
  private static func centers(_ bytes: [UInt8]) throws -> [UInt8] {
    let pixels = try Photograph.pixels(bytes)
    return [(16, 16), (48, 16), (16, 48), (48, 48)].flatMap { x, y in
      pixels[(4 * (y * 64 + x))..<(4 * (y * 64 + x) + 3)]
    }
  }

  @Test func aProfileOfScreensChangesNothing() async throws {
    let flat = Self.quarters(Self.flat)
    let tagged = SampleImages.png(flat, with: [SampleImages.iccp(SampleProfiles.sRGB)])
    #expect(try Photograph.distance(try await taken(tagged), flat) <= Self.tolerance)
  }

  static let useless: [(name: String, profile: [UInt8])] = [
    ("of gray", SampleProfiles.linearGray), ("of print", SampleProfiles.flatCMYK),
    ("of Lab", SampleProfiles.profile("Lab ", [])), ("nonsense", Array("no profile".utf8)),
    ("cut", Array(SampleProfiles.displayP3.prefix(200))),
    ("of black alone", SampleProfiles.rgb([[0, 0, 0], [0, 0, 0], [0, 0, 0]])), ("empty", []),
  ]

  /// The same picture in a format, with a profile or without.
  private typealias Tagged = (format: String, with: (_ profile: [UInt8]?) -> [UInt8])

  private static func everyFormat() throws -> [Tagged] {
    let flat = quarters(flat)
    let jpeg = try Photograph.converted(flat, to: ".jpg[Q=98,subsample_mode=off,strip]")
    let webp = try Photograph.converted(flat, to: ".webp[lossless,strip]")
    let tile = try Photograph.converted(flat, to: ".heic[Q=99,strip]")
    return [
      (
        "JPEG",
        { $0.map { SampleImages.jpeg(jpeg, with: SampleImages.profileSegments($0)) } ?? jpeg }
      ),
      ("PNG", { $0.map { SampleImages.png(flat, with: [SampleImages.iccp($0)]) } ?? flat }),
      (
        "WebP",
        {
          $0.map { SampleImages.webp(webp, 64, 64, flags: 0x20, before: [("ICCP", $0)]) } ?? webp
        }
      ),
      (
        "HEIC",
        { profile in
          let told = profile.map { [SampleImages.box("colr", Array("prof".utf8) + $0)] } ?? []
          return SampleImages.heicGrid(
            of: tile, side: 64, columns: 1, rows: 1, properties: told)
        }
      ),
    ]
  }

  @Test("a profile that cannot be used on colours is as good as none")
  func uselessForColors() async throws {
    for (format, picture) in try Self.everyFormat() {
      let plain = try Photograph.pixels(try await taken(picture(nil)))
      // Nothing but the decoder reads the profiles of WebP and HEIC, and it takes these for good.
      let deceiving =
        switch format {
        case "WebP": ["of gray", "of black alone"]
        case "HEIC": ["of gray", "of black alone", "empty"]
        default: [String]()
        }
      for (name, profile) in Self.useless where !deceiving.contains(name) {
        let tagged = try Photograph.pixels(try await taken(picture(profile)))
        let distance = try Photograph.distance(ofPixels: tagged, plain)
        #expect(distance <= Self.tolerance, "\(format), profile \(name): \(distance)")
      }
    }
  }

  @Test("gray keeps its shades under a profile that cannot be used")
  func uselessForGray() async throws {
    let jpeg = try Photograph.converted(Self.ramp, to: ".jpg[Q=98,strip]")
    let formats: [(format: String, with: ([UInt8]) -> [UInt8], plain: [UInt8])] = [
      ("PNG", { SampleImages.png(Self.ramp, with: [SampleImages.iccp($0)]) }, Self.ramp),
      (
        "JPEG", { SampleImages.jpeg(jpeg, with: SampleImages.profileSegments($0)) },
        try await taken(jpeg)
      ),
    ]
    let profiles =
      Self.useless.filter { $0.name != "of gray" } + [("of colours", SampleProfiles.sRGB)]
    for (format, tagged, plain) in formats {
      let shades = try Photograph.pixels(plain)
      for (name, profile) in profiles {
        let found = try Photograph.pixels(try await taken(tagged(profile)))
        let distance = try Photograph.distance(ofPixels: found, shades)
        #expect(distance == 0, "\(format), profile \(name)")
      }
    }
  }

  /// Shades that are proportional to light are lighter on a screen.
  @Test func aProfileOfGrayIsConverted() async throws {
    let tagged = SampleImages.png(Self.ramp, with: [SampleImages.iccp(SampleProfiles.linearGray)])
    let pixels = try Photograph.pixels(try await taken(tagged))
    for (shade, expected) in [(20, 79), (60, 133), (128, 188), (200, 229), (0, 0), (255, 255)] {
      #expect(abs(Int(pixels[4 * shade]) - expected) <= Self.tolerance, "\(shade)")
    }
  }

  @Test func sixteenBitsLoseNothingThatAScreenShows() async throws {
    var shades: [UInt8] = []
    for shade in 0...255 as ClosedRange<UInt8> { shades += [shade, shade] }
    let deep = SampleImages.png(
      256, 1, depth: 16, kind: 0, rows: SampleImages.rows(1) { _ in shades })
    let pixels = try Photograph.pixels(try await taken(deep))
    for shade in 0...255 {
      #expect(abs(Int(pixels[4 * shade]) - shade) <= Self.tolerance)
    }
  }

  /// As browsers show them: what cyan and black leave of white, and so on.
  @Test func theColoursOfPrintComeOutWithoutAProfile() async throws {
    let inks: [[UInt8]] = [
      [0, 0, 0, 0], [255, 0, 0, 0], [0, 200, 0, 40], [0, 0, 220, 100], [0, 0, 0, 255],
      [90, 120, 60, 30], [200, 180, 20, 128], [0, 0, 0, 128],
    ]
    func ink(_ x: Int, _ y: Int) -> [UInt8] { inks[x / 16 + y / 32 * 4] }
    var pixels: [UInt8] = []
    for y in 0..<64 {
      for x in 0..<64 { pixels += ink(x, y) }
    }
    let jpeg = try Photograph.print(pixels, width: 64, height: 64)
    let expected = SampleImages.drawn(64, 64) { x, y in
      let left = ink(x, y).map { 255 - Int($0) }
      let colors = left[..<3].map { UInt8($0 * left[3] / 255) }
      return (colors[0], colors[1], colors[2], 255)
    }
    let useless = [
      SampleProfiles.emptyCMYK, SampleProfiles.sRGB, Array(SampleProfiles.flatCMYK.prefix(300)),
    ]
    let tagged = useless.map { SampleImages.jpeg(jpeg, with: SampleImages.profileSegments($0)) }
    let wanted = try Photograph.pixels(expected)
    for picture in [jpeg] + tagged {
      let got = try Photograph.pixels(try await taken(picture))
      for (index, ink) in inks.enumerated() {
        let at = 4 * ((index / 4 * 32 + 16) * 64 + index % 4 * 16 + 8)
        let distance = (0..<3).map { abs(Int(got[at + $0]) - Int(wanted[at + $0])) }.max() ?? 255
        #expect(distance <= Self.tolerance, "\(ink)")
      }
    }
  }

  @Test func aWidePictureOfPrintIsMadeToFit() async throws {
    let wide = try Photograph.print(
      Array(repeatElement([10, 200, 30, 40], count: 9_000 * 8).joined()), width: 9_000, height: 8)
    let original = try await Intake().take(wide).original
    #expect(original.width == ImageLimits.servedSidePixelsMax)
  }

  @Test func theProfileOfPrintIsUsedWhereItFits() async throws {
    let jpeg = try Photograph.print(
      Array(repeatElement([10, 200, 30, 40], count: 64 * 64).joined()), width: 64, height: 64)
    let tagged = SampleImages.jpeg(
      jpeg, with: SampleImages.profileSegments(SampleProfiles.flatCMYK))
    // All of its colours are the same light gray.
    let pixels = try Photograph.pixels(try await taken(tagged))
    let isGray = (0..<3).allSatisfy { abs(Int(pixels[$0]) - Int(pixels[0])) < 12 }
    #expect(isGray, "\(pixels.prefix(3))")
  }

  @Test func transparencyStaysWhatItWas() async throws {
    let clear = SampleImages.drawn(64, 64, hasAlpha: true) { x, y in
      (UInt8(x * 4), UInt8(y * 4), 60, UInt8(x < 32 ? 255 : y * 4))
    }
    #expect(try Photograph.distance(try await taken(clear), clear) <= Self.tolerance)
    let row = [UInt8](repeating: 100, count: 32) + [UInt8](repeating: 9, count: 32)
    let keyed = SampleImages.png(
      64, 2, kind: 0, extra: [("tRNS", [0, 100])], rows: SampleImages.rows(2) { _ in row })
    #expect(try Photograph.pixels(try await taken(keyed))[3] == 0)
  }
}
