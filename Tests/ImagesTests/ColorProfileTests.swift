import Fakes
import Images
import Testing

/// Which profiles are believed: those that fit the picture, and could be used.
@Suite struct ColorProfileTests {
  private static let rgb = SampleImages.jpeg(SampleImages.rgbJPEG(), with: [])
  private static let gray = SampleImages.jpeg()
  private static let print = SampleImages.printJPEG()

  private func colors(_ bytes: [UInt8]) throws -> ImageClaims.Colors {
    try ImageReading(of: bytes, within: ImageReadingTests.limit).claims.colors
  }

  private func colors(
    _ jpeg: [UInt8], _ profile: [UInt8], pieces: Int = 1
  ) throws -> ImageClaims.Colors {
    let segments = SampleImages.profileSegments(profile, pieces: pieces)
    return try colors(SampleImages.jpeg(jpeg, with: segments))
  }

  @Test func aProfileThatFitsIsUsed() throws {
    #expect(try colors(Self.rgb, SampleProfiles.displayP3) == .profile)
    #expect(try colors(Self.gray, SampleProfiles.linearGray) == .profile)
    #expect(
      try colors(Self.print, SampleProfiles.flatCMYK) == .print(hasRelativeTable: true))
  }

  @Test func aProfileOfOtherPicturesIsIgnored() throws {
    for profile in [SampleProfiles.linearGray, SampleProfiles.flatCMYK, Self.lab] {
      #expect(try colors(Self.rgb, profile) == .screen)
    }
    for profile in [SampleProfiles.displayP3, SampleProfiles.flatCMYK, Self.lab] {
      #expect(try colors(Self.gray, profile) == .screen)
    }
    let plain = try ImageReading(of: Self.print, within: ImageReadingTests.limit).plain()
    for profile in [SampleProfiles.displayP3, SampleProfiles.linearGray] {
      let segments = SampleImages.profileSegments(profile)
      let other = SampleImages.jpeg(Self.print, with: segments)
      #expect(try ImageReading(of: other, within: ImageReadingTests.limit).plain() == plain)
    }
  }

  private static let lab = SampleProfiles.profile("Lab ", [])

  @Test func aProfileThatIsCutOrBrokenIsIgnored() throws {
    let whole = SampleProfiles.displayP3
    for count in 0..<whole.count {
      let colors = try colors(Self.rgb, Array(whole[..<count]))
      #expect(colors == .screen, "\(count) of \(whole.count) bytes")
    }
    var broken: [[UInt8]] = [Array("no profile".utf8), [UInt8](repeating: 0xFF, count: 500)]
    // Its size, its kind, the colours it is for, those it leads to, its signature, its tags.
    for place in [0, 1, 12, 16, 20, 36, 128, 131, 132, 137] {
      var copy = whole
      copy[place] ^= 0x44
      broken.append(copy)
    }
    for profile in broken { #expect(try colors(Self.rgb, profile) == .screen) }
    // Programs that read files in blocks leave something after it.
    #expect(try colors(Self.rgb, whole + [0, 0, 0]) == .profile)
  }

  @Test func aProfileThatLacksWhatAConversionNeedsIsIgnored() throws {
    #expect(try colors(Self.print, SampleProfiles.emptyCMYK) == .print(hasRelativeTable: true))
    let curve = SampleProfiles.curve(exponent: 2.2)
    let noColorants = SampleProfiles.profile(
      "RGB ", [("rTRC", curve), ("gTRC", curve), ("bTRC", curve)])
    let noWhite = SampleProfiles.rgb([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
    let device = SampleProfiles.profile("RGB ", [], kind: "link")
    for profile in [noColorants, noWhite, device] {
      #expect(try colors(Self.rgb, profile) == .screen)
    }
    #expect(try colors(Self.gray, SampleProfiles.profile("GRAY", [])) == .screen)
  }

  @Test func theSegmentsOfAProfileMayComeInAnyOrderButHaveToBeThere() throws {
    let pieces = SampleImages.profileSegments(SampleProfiles.displayP3, pieces: 3)
    func colors(_ order: [Int]) throws -> ImageClaims.Colors {
      try self.colors(SampleImages.jpeg(Self.rgb, with: order.map { pieces[$0] }))
    }
    for order in [[0, 1, 2], [2, 0, 1], [2, 1, 0], [0, 1, 2, 1]] {
      #expect(try colors(order) == .profile, "\(order)")
    }
    for order in [[0, 1], [1, 2], [0, 2], [0]] { #expect(try colors(order) == .screen, "\(order)") }
    let numberless = SampleImages.segment(0xE2, Array("ICC_PROFILE\0".utf8))
    let zero = SampleImages.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [0, 1])
    for segment in [numberless, zero] {
      #expect(try self.colors(SampleImages.jpeg(Self.rgb, with: [segment])) == .screen)
    }
  }

  @Test func theDecoderGetsAProfileInOrder() throws {
    let pieces = SampleImages.profileSegments(SampleProfiles.displayP3, pieces: 3)
    let mixed = SampleImages.jpeg(Self.rgb, with: [pieces[2], pieces[0], pieces[1]])
    let whole = SampleImages.profileSegments(SampleProfiles.displayP3)[0]
    let reading = try ImageReading(of: mixed, within: ImageReadingTests.limit)
    #expect(reading.plain().contains(whole))
    #expect(!reading.plain(withProfile: false).contains(Array("ICC_PROFILE".utf8)))
  }

  @Test func profilesOfPNGsAreUnpackedAndJudged() throws {
    func colors(_ kind: UInt8, _ profile: [UInt8]) throws -> ImageClaims.Colors {
      try self.colors(
        SampleImages.png(8, 8, kind: kind, extra: [SampleImages.iccp(profile)], rows: []))
    }
    for kind: UInt8 in [2, 3, 6] {
      #expect(try colors(kind, SampleProfiles.displayP3) == .profile)
      #expect(try colors(kind, SampleProfiles.linearGray) == .screen)
    }
    for kind: UInt8 in [0, 4] {
      #expect(try colors(kind, SampleProfiles.displayP3) == .screen)
      #expect(try colors(kind, SampleProfiles.linearGray) == .profile)
    }
    let packed = SampleImages.iccp(SampleProfiles.displayP3).data
    let otherMethod: [UInt8] = packed[..<2] + [1] + packed[3...]
    let broken: [[UInt8]] = [
      Array(packed.dropLast(80)), Array(packed.prefix(3)), [0], [], otherMethod,
    ]
    for data in broken {
      #expect(try self.colors(SampleImages.png(extra: [("iCCP", data)])) == .screen)
    }
  }

  @Test func onlyTheDecoderReadsProfilesOfWebPAndHEIC() throws {
    #expect(try colors(SampleImages.webp()) == .unread)
    #expect(try colors(SampleImages.heic()) == .unread)
    #expect(try colors(SampleImages.gif()) == .screen)
  }

  @Test func theNumberOfWiderColoursIsKnown() throws {
    #expect(try colors(SampleImages.png(extra: [("cICP", [12, 13, 0, 1])])) == .displayP3)
    #expect(try colors(SampleImages.png(extra: [("cICP", [1, 13, 0, 1])])) == .screen)
    let both = [SampleImages.iccp(SampleProfiles.displayP3), ("cICP", [12, 13, 0, 1])]
    #expect(try colors(SampleImages.png(extra: both)) == .profile)
  }
}
