import Foundation

/// Real photographs' stand-ins: files that every decoder takes.
enum Pictures {
  /// Five JPEGs of some ten KB each, made of the demo shop's own pictures.
  static func five(in directory: URL) async throws -> [URL] {
    let names = ["mug-1", "lamp-1", "teddy-1", "plant-1", "vase-1"]
    var files: [URL] = []
    for name in names {
      let source = Workplace.root.appendingPathComponent("db/demo/images/product-\(name).png")
      files.append(try await jpeg(of: source, named: name, side: 500, in: directory))
    }
    return files
  }

  /// One of several megabytes, which cameras make and apps were told to make smaller.
  static func large(in directory: URL) async throws -> URL {
    let noise = directory.appendingPathComponent("noise.v")
    try await run("vips", ["gaussnoise", noise.path, "3000", "2400", "--sigma", "40"], directory)
    let bytes = directory.appendingPathComponent("bytes.v")
    try await run("vips", ["cast", noise.path, bytes.path, "uchar"], directory)
    let file = directory.appendingPathComponent("large.jpg")
    try await run("vips", ["copy", bytes.path, file.path + "[Q=95]"], directory)
    return file
  }

  private static func jpeg(
    of source: URL, named name: String, side: Int, in directory: URL
  ) async throws -> URL {
    let file = directory.appendingPathComponent(name + ".jpeg")
    try await run(
      "vipsthumbnail",
      [source.path, "--size", "\(side)x\(side)", "-o", file.path + "[Q=90]"], directory)
    return file
  }

  private static func run(_ tool: String, _ arguments: [String], _ directory: URL) async throws {
    let result = try await Program.run(
      Workplace.tool(tool, from: "libvips-tools"), arguments, in: directory)
    guard result.status == 0 else { throw EndToEndError.unreadable(result.errors) }
  }
}

/// The form by which an app registers a product, byte by byte as it sends it.
struct MarketForm {
  let contentType: String
  let file: URL

  /// - Parameter params: JSON.
  init(_ params: String, _ images: [URL], in directory: URL) throws {
    let boundary = UUID().uuidString
    var body = Data()
    func add(_ text: String) { body.append(Data(text.utf8)) }
    func addImage(_ name: String, _ data: Data) {
      add("--\(boundary)\r\nContent-Disposition: form-data; name=\"images\"; ")
      add("filename=\"\(name)\"\r\nContent-Type: image/jpeg\r\n\r\n")
      body.append(data)
      add("\r\n")
    }
    add("--\(boundary)\r\nContent-Disposition: form-data; name=\"params\"\r\n")
    add("Content-Type: application/json\r\n\r\n\(params)\r\n")
    for image in images {
      addImage("\(UUID().uuidString).jpeg", try Data(contentsOf: image))
    }
    add("--\(boundary)--\r\n")
    file = directory.appendingPathComponent("form-\(boundary)")
    try body.write(to: file)
    contentType = "multipart/form-data; boundary=\(boundary)"
  }
}

extension Curl {
  /// Registers a product as the apps do.
  func register(
    _ form: MarketForm, at path: String = "/api/products", _ fields: [String] = [],
    by vendor: DemoVendor = .published
  ) async throws -> Answer {
    try await send(
      "POST", path,
      ["identifier: \(vendor.identifier)", "Content-Type: \(form.contentType)", "Expect:"] + fields,
      body: "@" + form.file.path)
  }
}

/// Whom the README tells to be.
struct DemoVendor {
  let identifier: String
  let secret: String
  static let published = DemoVendor(
    identifier: "c0ffee00-5eed-11f0-8000-0242ac120002", secret: "moa-demo-secret")

  /// JSON of a product.
  func params(_ name: String, _ more: String = "") -> String {
    """
    {"name":"\(name)","descriptions":"설명이에요","price":12000,"currency":"KRW",\
    "discounted_price":2000,"stock":3\(more),"secret":"\(secret)"}
    """
  }
}
