/// What each module may import, and nothing else. A change here is a change of the architecture.
enum Walls {
  static let table: [String: Set<String>] = [
    "EventLoop": ["CLinux", "Dispatch", "Darwin", "Glibc", "Synchronization"],
    "HTTP": [],
    "HTTPServer": [
      "CLinux", "COpenSSL", "EventLoop", "HTTP", "Synchronization", "Darwin", "Glibc",
    ],
    "Postgres": ["EventLoop", "CLibPQ", "Darwin", "Glibc", "Synchronization"],
    "Cryptography": ["COpenSSL", "Synchronization"],
    "Text": ["Foundation", "Swift"],
    "Domain": ["Text"],
    "ViewData": [],
    "MoaClient": ["Foundation", "FoundationNetworking", "ViewData"],
    "Images": [],
    "UseCases": ["Domain", "Text", "ViewData", "Synchronization"],
    "Repositories": ["Domain", "UseCases", "Postgres"],
    "Web": ["Domain", "HTTP", "Text", "Synchronization", "Tracing"],
    "Transport": ["Domain", "Text", "ViewData", "UseCases", "HTTP", "Web"],
    "Dialects": [
      "Domain", "Text", "ViewData", "UseCases", "HTTP", "Transport", "Web", "Synchronization",
    ],
    "Pictures": [
      "CSandbox", "Cryptography", "Domain", "Images", "Text", "UseCases", "Dispatch",
      "Synchronization", "Darwin", "Glibc",
    ],
    "Catalogues": ["Domain", "Images", "Text", "Web", "Darwin", "Glibc"],
    "Prometheus": ["Synchronization"],
    "OTLP": [
      "Dispatch", "Foundation", "FoundationEssentials", "Synchronization", "Tracing", "Darwin",
      "Glibc",
    ],
    "LocalPostgres": ["CLinux", "CSandbox", "CSpawn", "Synchronization", "Darwin", "Glibc"],
    "Resources": ["CResources"],
    "Operations": [
      "Catalogues", "CSpawn", "Cryptography", "Domain", "EventLoop", "HTTPServer", "Images",
      "LocalPostgres",
      "Pictures", "Postgres", "Repositories", "Resources", "Text", "UseCases", "Web",
      "Foundation", "FoundationEssentials", "Synchronization", "Darwin", "Glibc",
    ],
    "Meters": [
      "Dialects", "Domain", "EventLoop", "HTTP", "HTTPServer", "LocalPostgres", "OTLP",
      "Operations", "Pictures", "Postgres", "Prometheus", "Transport", "UseCases",
      "Web", "Synchronization", "Darwin", "Glibc",
    ],
    "App": [
      "Domain", "LocalPostgres", "Meters", "Operations", "UseCases", "Repositories",
      "Dialects",
      "Transport", "Web", "EventLoop", "HTTP", "HTTPServer", "Pictures", "Postgres",
      "Cryptography", "Resources", "Dispatch",
      "Logging", "Synchronization", "OTLP", "Tracing", "Darwin",
      "Glibc",
    ],
    "moa": ["App", "LocalPostgres", "Operations", "ArgumentParser"],
  ]

  /// Modules of C code: module maps and shims only.
  static let foreign: Set<String> = [
    "CLibPQ", "CLinux", "COpenSSL", "CResources", "CSandbox", "CSpawn",
  ]

  /// Modules that strangers import, so that they may say `public`.
  static let published: Set<String> = [
    "EventLoop", "HTTP", "HTTPServer", "Postgres", "ViewData", "MoaClient",
  ]

  /// What the shop's own words must not speak of: how values are written, kept or sent.
  static let engineWords = [
    "@inline", "@usableFromInline", "Unsafe", "unsafe", "malloc", "JSON", "PostgreSQL", "SQL",
    "cache",
  ]

  /// The lines of a file of Domain or ViewData that speak of an engine.
  static func engineWords(in text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
      .filter { line in engineWords.contains { line.contains($0) } }
  }

  /// One broken rule: where, and what.
  struct Breach: Equatable, CustomStringConvertible {
    let path: String
    let module: String
    var description: String { "\(path) must not import \(module)" }
  }

  /// The modules that a file imports, whatever attributes and access levels stand before.
  static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
        words[..<index].allSatisfy({ isModifier($0) })
      else { return nil }
      let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "typealias"]
      let name = kinds.contains(words[index + 1]) ? words[words.count - 1] : words[index + 1]
      return name.split(separator: ".").first.map(String.init)
    }
  }

  private static func isModifier(_ word: String) -> Bool {
    word.hasPrefix("@")
      || ["public", "package", "internal", "private", "fileprivate"].contains(word)
  }

  static func breaches(module: String, path: String, text: String) -> [Breach] {
    let allowed = table[module] ?? []
    return imports(in: text).filter { !allowed.contains($0) }.map {
      Breach(path: path, module: $0)
    }
  }
}
