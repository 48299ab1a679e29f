import Domain
import Fakes
import Foundation
import Images
import Testing

@testable import Pictures

/// Real pictures in every format, made and read by the tools that are tested, outside their
/// sandbox.
enum Photograph {
  /// The same picture in another format.
  static func converted(
    _ png: [UInt8], to suffix: String, profile: String? = nil
  ) throws -> [UInt8] {
    try make { tool in
      try tool.write(png, as: "a.png")
      let profile = profile.map { ["--export-profile", $0] } ?? []
      try tool.run(
        "vipsthumbnail", ["a.png", "--size", "8192x8192>", "-o", "b\(suffix)"] + profile)
      return "b" + suffix.prefix { $0 != "[" }
    }
  }

  /// A large one: slopes and waves with some noise, which compress as photographs do. The same
  /// sixteenth again and again, which takes a moment to make.
  static func large(_ width: Int, _ height: Int, to suffix: String) throws -> [UInt8] {
    let times = 4
    try #require(width.isMultiple(of: times) && height.isMultiple(of: times))
    let size = ["\(width / times)", "\(height / times)"]
    return try make { tool in
      try tool.run("vips", ["sines", "s.v"] + size + ["--hfreq", "40", "--vfreq", "9"])
      try tool.run("vips", ["gaussnoise", "n.v"] + size + ["--sigma", "4", "--mean", "128"])
      try tool.run("vips", ["linear", "s.v", "t.v", "90", "0"])
      try tool.run("vips", ["add", "t.v", "n.v", "u.v"])
      try tool.run("vips", ["cast", "u.v", "v.v", "uchar"])
      try tool.run("vips", ["bandjoin", "v.v v.v v.v", "w.v"])
      try tool.run("vips", ["copy", "w.v", "x.v", "--interpretation", "srgb"])
      try tool.run("vips", ["replicate", "x.v", "b\(suffix)", "\(times)", "\(times)"])
      return "b" + suffix.prefix { $0 != "[" }
    }
  }

  /// A large one that is all black and transparent.
  static func flat(_ width: Int, _ height: Int, to suffix: String) throws -> [UInt8] {
    try make { tool in
      try tool.run("vips", ["black", "a.v", "\(width)", "\(height)", "--bands", "4"])
      let isDeep = suffix.contains("bitdepth=16")
      if isDeep { try tool.run("vips", ["cast", "a.v", "c.v", "ushort"]) }
      try tool.run(
        "vips",
        [
          "copy", isDeep ? "c.v" : "a.v", "b\(suffix)", "--interpretation",
          isDeep ? "rgb16" : "srgb",
        ])
      return "b" + suffix.prefix { $0 != "[" }
    }
  }

  /// A JPEG in the colours of print.
  ///
  /// - Parameter inks: cyan, magenta, yellow and black of each pixel.
  static func print(_ inks: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    try make { tool in
      try tool.write(inks, as: "a.raw")
      try tool.run("vips", ["rawload", "a.raw", "a.v", "\(width)", "\(height)", "4"])
      try tool.run(
        "vips",
        ["copy", "a.v", "b.jpg[Q=100,subsample_mode=off,strip]", "--interpretation", "cmyk"])
      return "b.jpg"
    }
  }

  /// The pixels of a picture of at most 256 pixels a side: red, green, blue and alpha of each.
  static func pixels(_ picture: [UInt8]) throws -> [UInt8] {
    let raw = try make { tool in
      try tool.write(picture, as: "a")
      try tool.run(
        "vipsthumbnail", ["a", "--size", "256x256>", "-o", "b.png[compression=0,filter=none]"])
      return "b.png"
    }
    return try PixelSample(raw).rgba
  }

  /// The largest difference between the pixels of two pictures of the same size. What is
  /// transparent in both has no colour.
  static func distance(_ one: [UInt8], _ other: [UInt8]) throws -> Int {
    try distance(ofPixels: pixels(one), pixels(other))
  }

  /// As `distance`, of what `pixels` gave.
  static func distance(ofPixels first: [UInt8], _ second: [UInt8]) throws -> Int {
    try #require(first.count == second.count)
    var largest = 0
    for pixel in stride(from: 0, to: first.count, by: 4) {
      guard first[pixel + 3] > 0 || second[pixel + 3] > 0 else { continue }
      for at in pixel..<(pixel + 4) {
        largest = max(largest, abs(Int(first[at]) - Int(second[at])))
      }
    }
    return largest
  }

  private static func make(_ body: (Tools) throws -> String) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moa-photograph-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = try body(Tools(folder: folder))
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  private struct Tools {
    let folder: URL

    func write(_ bytes: [UInt8], as name: String) throws {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    func run(_ name: String, _ arguments: [String]) throws {
      let tool = try #require(ImageTool.find(), "vipsthumbnail is missing: libvips-tools")
      let process = Process()
      process.executableURL = URL(fileURLWithPath: tool.path).deletingLastPathComponent()
        .appendingPathComponent(name)
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "\(name) \(arguments)")
    }
  }
}
