/// Colour profiles made by hand, as small as a program can use them.
///
/// Source: ICC.1:2010 §7, §8.3, §8.4, §10.
package enum SampleProfiles {
  /// Red, green and blue of Display P3, adapted to the white of profiles; the curve is that of
  /// sRGB.
  package static let displayP3 = rgb(
    [[0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407]])

  /// Red, green and blue of sRGB.
  package static let sRGB = rgb(
    [
      [0.4360747, 0.2225045, 0.0139322], [0.3850649, 0.7168786, 0.0971045],
      [0.1430804, 0.0606169, 0.7141733],
    ])

  /// Gray whose numbers are proportional to light.
  package static let linearGray = profile("GRAY", [("kTRC", curve(exponent: 1))])

  /// A profile of print without a table that could be used.
  package static let emptyCMYK = profile("CMYK", [])

  /// Tables of print that say the same of all colours: a light gray.
  package static let flatCMYK = profile(
    "CMYK", [("A2B0", table(channels: 4)), ("A2B1", table(channels: 4))])

  package static func rgb(_ colorants: [[Double]]) -> [UInt8] {
    let names = ["rXYZ", "gXYZ", "bXYZ"]
    return profile(
      "RGB ",
      zip(names, colorants).map { name, color in
        (name, text("XYZ ") + [0, 0, 0, 0] + color.flatMap(fixed))
      } + ["rTRC", "gTRC", "bTRC"].map { ($0, screenCurve) })
  }

  package static func profile(
    _ space: String, _ tags: [(name: String, data: [UInt8])], kind: String = "mntr"
  ) -> [UInt8] {
    var (list, content): ([UInt8], [UInt8]) = ([], [])
    let start = 128 + 4 + 12 * tags.count
    for (name, data) in tags {
      list += text(name) + number(start + content.count) + number(data.count)
      content += data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
    }
    let head =
      number(start + content.count) + [0, 0, 0, 0, 4, 0x20, 0, 0] + text(kind) + text(space)
      + text("XYZ ") + [UInt8](repeating: 0, count: 12) + text("acsp")
      + [UInt8](repeating: 0, count: 28) + [0.9642, 1, 0.8249].flatMap(fixed)
    return head + [UInt8](repeating: 0, count: 128 - head.count) + number(tags.count) + list
      + content
  }

  /// The curve of sRGB as parameters.
  private static let screenCurve =
    text("para") + [0, 0, 0, 0, 0, 3, 0, 0]
    + [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].flatMap(fixed)

  package static func curve(exponent: Double) -> [UInt8] {
    text("para") + [0, 0, 0, 0, 0, 0, 0, 0] + fixed(exponent)
  }

  /// A table of two steps a channel, eight bits, all alike.
  private static func table(channels: Int) -> [UInt8] {
    let identity: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    let straight = (0...255).map { UInt8($0) }
    let input = Array(repeatElement(straight, count: channels).joined())
    let grid = Array(repeatElement([UInt8(100), 104, 86], count: 1 << channels).joined())
    return text("mft1") + [0, 0, 0, 0, UInt8(channels), 3, 2, 0] + identity.flatMap(fixed) + input
      + grid + straight + straight + straight
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func number(_ number: Int) -> [UInt8] { SampleImages.bigEndian(number) }
  private static func fixed(_ number: Double) -> [UInt8] {
    SampleImages.bigEndian(Int((number * 65_536).rounded()))
  }
}
