import Testing

/// Texts of requests are compared as bytes, as far as that can be told from the source: Swift
/// compares some in a time that grows with the square of their length.
@Suite struct RequestTextTests {
  static let modules = ["HTTP", "HTTPServer", "Web", "Transport", "Dialects"]

  /// The first comparison of a field's text, or of the name of a member.
  static func comparison(in text: String, _ path: String = "Sources/Web/Bodies/") -> String? {
    let compared =
      #/
      fields(?:\[[^\]]+\]|\.values\(of:\s[^)]+\))(?:\?|\.first|\.last)*\s*
      (?:==|!=|\.(?:hasPrefix|hasSuffix|lowercased|split|contains\(")
      |\.(?:contains|map|flatMap|allSatisfy|filter)\s*(?:\(where:\s)?\{\s\$0(?:\.|\s==|\s!=))
      /#
    let asText =
      #/
      fields(?:\[|\.values\(of:\s)
      \.(?:accept|acceptLanguage|contentEncoding|cookie|origin|preflight\w+)\b
      /#
    if let match = text.firstMatch(of: compared) ?? text.firstMatch(of: asText) {
      return String(match.0)
    }
    let isOfJSON = ["Sources/Web/JSON/", "Sources/Web/Bodies/"].contains(where: path.hasPrefix)
    let named = #/(?:\$0|member)\.name (?:==|!=)|\.contains\(member\.name\)|var names: Set<String>/#
    return isOfJSON ? text.firstMatch(of: named).map { String($0.0) } : nil
  }

  /// Files that make texts of a request's bytes, and look at the bytes or the text before it is
  /// compared; and those that make texts of our own bytes.
  static let makersOfText: Set<String> = [
    "HTTP/Clients/Forwarding.swift", "HTTP/Messages/Fields+Words.swift",
    "HTTP/Messages/RequestTarget.swift", "HTTP/Multipart/MediaType.swift",
    "HTTP/Multipart/MultipartHead.swift", "HTTP/Multipart/ParameterReader.swift",
    "HTTP/Parsing/RequestParser.swift", "HTTP/Parsing/StreamSafeText.swift",
    "HTTP/Writing/DateField.swift",
    "HTTPServer/Listening/ListeningSocket+Sharing.swift",
    "HTTPServer/Listening/ServerProbe.swift",
    "Web/Gates/OriginPolicy.swift", "Web/JSON/JSONParser.swift",
    "Web/JSON/JSONParser+Scalars.swift", "Transport/Products/ProductImagesForm.swift",
    "Transport/VendorAuthentication.swift", "Dialects/LoggedPath.swift",
    "Dialects/NaverShopping/NaverAnswer.swift",
  ]

  static func makesText(_ text: String) -> Bool {
    text.contains("String(decoding: ") || text.contains("String(validating: ")
      || text.contains("(decoding: ") && text.contains("as: UTF8.self")
  }

  @Test func noFileComparesATextOfARequest() throws {
    for module in Self.modules {
      let files = try Repository.swiftFiles(under: "Sources/\(module)")
      #expect(!files.isEmpty)
      for file in files {
        let found = Self.comparison(in: file.text, file.path)
        #expect(found == nil, "\(file.path) compares a text: \(found ?? "")")
      }
    }
  }

  @Test("a text is made of bytes where it is judged, and in no other file")
  func makers() throws {
    let files = try Self.modules.flatMap { try Repository.swiftFiles(under: "Sources/\($0)") }
    let makers = files.filter { Self.makesText($0.text) }.map { String($0.path.dropFirst(8)) }
    #expect(Set(makers).subtracting(Self.makersOfText) == [])
  }

  @Test(
    "a comparison is found",
    arguments: [
      #"if request.fields[.origin] == "null" {}"#, #"fields["A"]?.hasPrefix("W/")"#,
      "fields.values(of: .ifMatch).flatMap { $0.split(separator: \",\") }",
      "fields.values(of: .ifMatch)\n  .contains { $0.lowercased() == word }",
      "fields.values(of: .ifMatch).first != tag", "for value in fields.values(of: .cookie) {}",
      "members.first { $0.name == name }", "known.contains(member.name)",
      "var names: Set<String> = []",
    ])
  func refused(_ text: String) {
    #expect(Self.comparison(in: text) != nil)
  }

  @Test(
    "other uses of a text are none",
    arguments: [
      "guard fields.contains(.origin) else {}", "let values = request.fields.values(of: field)",
      "fields.values(of: .contentType).first.flatMap { MediaType($0) }",
      "members.first { $0.isNamed(name) }",
    ])
  func permitted(_ text: String) {
    #expect(Self.comparison(in: text) == nil)
  }
}
