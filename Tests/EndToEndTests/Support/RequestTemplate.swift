import Foundation

/// A request whose every parameter can be replaced by a text of an attacker's.
struct RequestTemplate: Sendable {
  enum Content: Sendable {
    case none
    case json(String)
    /// A part `params` with JSON, if any, and one picture.
    case form(params: String?, name: String, picture: [UInt8])
  }

  /// What one attack sends, and where its text stands.
  struct Injected: Sendable {
    var place: String
    var bytes: [UInt8]
  }

  var method: String
  /// As it is mounted, and what stands for its parameters where they are left alone.
  var pattern: String
  var parameters: [String]
  /// Names of parameters of the query that are attacked.
  var query: [String] = []
  /// Parameters of the query that the request needs.
  var needed: [(name: String, value: String)] = []
  /// Needed for the request to get to where its parameters are used.
  var fields: [String: String] = [:]
  /// Names of fields that are attacked.
  var attacked: [String] = []
  var content = Content.none

  /// A request for each place, with the text in that place.
  ///
  /// - Parameters:
  ///   - withFields: whether fields are attacked, too.
  ///   - address: makes each request one of another client, so that nobody is refused for what
  ///     others have sent.
  func injected(_ text: String, withFields: Bool, address: () -> String) -> [Injected] {
    var requests: [Injected] = []
    func add(_ place: String, _ path: String, _ fields: [String: String], _ body: Body) {
      var fields = fields
      if fields["X-Forwarded-For"] == nil { fields["X-Forwarded-For"] = address() }
      let bytes = Self.bytes(method, path, fields, body)
      requests.append(Injected(place: "\(method) \(pattern) \(place) = \(text)", bytes: bytes))
    }
    let (path, body) = (self.path(), body())
    for index in parameters.indices {
      add("parameter \(index)", self.path(replacing: index, by: text), fields, body)
    }
    for name in query {
      add("?\(name)", self.path(with: name, Self.encoded(text)), fields, body)
    }
    if !query.isEmpty { add("?name", self.path(with: Self.encoded(text), "1"), fields, body) }
    for name in withFields ? attacked : [] {
      for value in Self.values(of: name, text) {
        add(name, path, fields.merging([name: value]) { $1 }, body)
      }
    }
    for (place, body) in bodies(text) { add(place, path, fields, body) }
    return requests
  }

  private struct Body {
    var type: String?
    var bytes: [UInt8] = []
  }

  private func path(replacing index: Int? = nil, by text: String = "") -> String {
    segments(replacing: index, by: text) + Self.query(needed)
  }

  /// With a parameter of the query, in place of a needed one of this name.
  private func path(with name: String, _ value: String) -> String {
    segments() + Self.query(needed.filter { $0.name != name } + [(name, value)])
  }

  private static func query(_ parameters: [(name: String, value: String)]) -> String {
    let query = parameters.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return query.isEmpty ? "" : "?" + query
  }

  private func segments(replacing index: Int? = nil, by text: String = "") -> String {
    var number = -1
    return pattern.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      guard segment.hasPrefix("{") else { return String(segment) }
      number += 1
      return number == index ? Self.encoded(text) : parameters[number]
    }.joined(separator: "/")
  }

  // MARK: Fields

  /// What a field of that name holds.
  private static func values(of name: String, _ text: String) -> [String] {
    switch name {
    case "Authorization":
      let basic = Data("\(text):\(text)".utf8).base64EncodedString()
      return [text, "Bearer \(text)", "Basic \(basic)"]
    case "If-Match", "If-None-Match", "Idempotency-Key": return ["\"\(text)\""]
    case "Cookie": return ["moa_pages_20=\(text)"]
    case "Forwarded": return ["for=\"\(text)\""]
    default: return [text]
    }
  }

  private static func bytes(
    _ method: String, _ path: String, _ fields: [String: String], _ body: Body
  ) -> [UInt8] {
    var fields = ["Host": "127.0.0.1"].merging(fields) { $1 }
    if let type = body.type, fields["Content-Type"] == nil { fields["Content-Type"] = type }
    if method != "GET" { fields["Content-Length"] = String(body.bytes.count) }
    let lines = fields.map { "\($0): \($1)\r\n" }.sorted().joined()
    return Array("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n".utf8) + body.bytes
  }

  /// Bytes that an attacker has encoded already stay as they are.
  static func encoded(_ text: String) -> String {
    guard !text.hasPrefix("%") else { return text }
    return text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  // MARK: Bodies

  private func body() -> Body {
    switch content {
    case .none: Body()
    case .json(let text): Body(type: "application/json", bytes: Array(text.utf8))
    case .form(let params, let name, let picture): Self.form(params, picture, name: name)
    }
  }

  private func bodies(_ text: String) -> [(place: String, body: Body)] {
    switch content {
    case .none: return []
    case .json(let document):
      let bodies = JSONInjection.documents(document, text) + [("body", text)]
      return bodies.map { ($0.0, Body(type: "application/json", bytes: Array($0.1.utf8))) }
    case .form(let params, let name, let picture):
      let documents = params.map { JSONInjection.documents($0, text) + [("params", text)] } ?? []
      return documents.map { ($0.0, Self.form($0.1, picture, name: name)) }
        + [
          ("part's name", Self.form(params, picture, name: text)),
          ("file's name", Self.form(params, picture, name: name, file: text)),
          ("part's type", Self.form(params, picture, name: name, type: text)),
        ]
    }
  }

  private static func form(
    _ params: String?, _ picture: [UInt8], name: String, file: String = "a.png",
    type: String = "image/png"
  ) -> Body {
    let boundary = "moa-boundary-of-the-tests"
    var bytes: [UInt8] = []
    func part(_ disposition: String, _ type: String, _ content: [UInt8]) {
      bytes += "--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\n".utf8
      bytes += "Content-Type: \(type)\r\n\r\n".utf8
      bytes += content + "\r\n".utf8
    }
    if let params { part("name=\"params\"", "application/json", Array(params.utf8)) }
    part("name=\"\(name)\"; filename=\"\(file)\"", type, picture)
    return Body(
      type: "multipart/form-data; boundary=\(boundary)",
      bytes: bytes + "--\(boundary)--\r\n".utf8)
  }
}

/// A text in each place of a JSON document.
enum JSONInjection {
  private enum Step {
    case key(String)
    case index(Int)
  }

  /// A document for each value that is replaced by the text, and for each object that it is a name
  /// in.
  static func documents(_ document: String, _ text: String) -> [(String, String)] {
    guard let whole = try? JSONSerialization.jsonObject(with: Data(document.utf8)) else {
      return []
    }
    return places(whole).map { place in
      let name = place.map { step in
        switch step {
        case .key(let key): key
        case .index(let index): String(index)
        }
      }.joined(separator: "/")
      return ("/" + name, written(replaced(whole, place[...], text)))
    }
  }

  private static func places(_ value: Any) -> [[Step]] {
    switch value {
    case let object as [String: Any]:
      object.flatMap { key, value in places(value).map { [.key(key)] + $0 } } + [[.key("")]]
    case let array as [Any]:
      array.enumerated().flatMap { index, value in places(value).map { [.index(index)] + $0 } }
    default: [[]]
    }
  }

  private static func replaced(_ value: Any, _ place: ArraySlice<Step>, _ text: String) -> Any {
    switch (place.first, value) {
    case (.key(""), var object as [String: Any]):
      object[text] = 1
      return object
    case (.key(let key), var object as [String: Any]):
      object[key] = replaced(object[key] ?? "", place.dropFirst(), text)
      return object
    case (.index(let index), var array as [Any]):
      array[index] = replaced(array[index], place.dropFirst(), text)
      return array
    default: return text
    }
  }

  private static func written(_ value: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
