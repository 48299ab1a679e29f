import ContractCheck
import Dialects
import Fakes
import HTTP
import Transport
import Web

/// A place in the requests of an endpoint where a client may write any text.
struct TextPlace: CustomStringConvertible, Sendable {
  /// The answer to a text there that is slow to compare.
  enum Judgement {
    /// The same as of any other text.
    case ignored
    case refused
    case either
  }

  let description: String
  let judgement: Judgement
  /// The longest text there, in bytes.
  let bytesMax: Int
  let request: @Sendable (String) throws -> Request

  /// Every field, parameter, segment, part, member name and string of a request that the endpoint
  /// takes.
  static func all(
    of endpoint: Endpoint, _ credentials: [AlteredRequest.Field], secret: String
  ) -> [TextPlace] {
    let samples = AlteredRequest.all(of: endpoint, credentials, secret: secret)
    guard let first = samples.first else { return [] }
    let name = "\(endpoint.method) \(endpoint.path)"
    return fields(of: first, endpoint, name) + targets(of: first, endpoint, name)
      + samples.flatMap { bodies(of: $0, endpoint, name) }
  }

  // MARK: Places

  private static let unasked: [RequestField] = [
    .accept, .acceptLanguage, .cookie, .traceparent, RequestField("X-Unknown"),
  ]

  private static func fields(
    of sample: AlteredRequest, _ endpoint: Endpoint, _ name: String
  ) -> [TextPlace] {
    let known =
      RequestField.all + RequestField.ofBrowsers + RequestField.ofShop + RequestField.ofDialects
      + [RequestField("X-Unknown")]
    // One of the probes belongs to existing apps, and refuses in their form.
    let sent = known.filter { endpoint.group != .health || $0 != .simulate }
    return sent.map { field in
      let judgement = unasked.contains(field) ? Judgement.ignored : .either
      return sample.place("\(name): field \(field.rawValue)", judgement) {
        $0.fields.removeAll { $0.name.lowercased() == field.rawValue.lowercased() }
        $0.fields.append((field.rawValue, $1))
      }
    }
  }

  private static func targets(
    of sample: AlteredRequest, _ endpoint: Endpoint, _ name: String
  ) -> [TextPlace] {
    let isStrict = endpoint.group.dialect == nil && endpoint.queryUse == .declared
    let judgement = isStrict ? Judgement.refused : .either
    let parameters = endpoint.query.map { parameter in
      sample.place("\(name): query \(parameter.name)", judgement, bytesMax: 2_400) {
        $0.query.removeAll { $0.name == parameter.name }
        $0.query.append((parameter.name, $1))
      }
    }
    let segments = sample.segments.indices.map { index in
      sample.place("\(name): segment \(index)", .either, bytesMax: 2_400) {
        $0.segments[index] = $1
      }
    }
    // An answer that is always the same takes any query.
    let isRead = endpoint.group != .health
    let unknown = sample.place(
      "\(name): name in the query", isRead ? judgement : .either, bytesMax: 2_400
    ) {
      $0.query.append(($1, "1"))
    }
    return parameters + segments + [unknown]
  }

  private static func bodies(
    of sample: AlteredRequest, _ endpoint: Endpoint, _ name: String
  ) -> [TextPlace] {
    let isOurs = endpoint.group.dialect == nil
    switch sample.body {
    case .none: return []
    case .json(let document):
      return documents(document, of: sample, isOurs, name) { $0.body = .json($1) }
    case .form(let parts):
      return parts.enumerated().flatMap { index, part -> [TextPlace] in
        let name = "\(name): part \(index)"
        let inner = part.document.map { document in
          documents(document, of: sample, isOurs, name) { sample, changed in
            sample.change(part: index) { $0.document = changed }
          }
        }
        return (inner ?? []) + [
          sample.place("\(name): name", .either) { sample, text in
            sample.change(part: index) { $0.name = text }
          },
          sample.place("\(name): filename", .either) { sample, text in
            sample.change(part: index) { $0.filename = text }
          },
          sample.place("\(name): content", .either) { sample, text in
            sample.change(part: index) { ($0.document, $0.data) = (nil, Array(text.utf8)) }
          },
        ]
      }
    }
  }

  private static func documents(
    _ document: JSONValue, of sample: AlteredRequest, _ isOurs: Bool, _ name: String,
    _ take: @escaping @Sendable (inout AlteredRequest, JSONValue) -> Void
  ) -> [TextPlace] {
    document.textPlaces().map { inner in
      let judgement: Judgement = isOurs ? .refused : inner.isName ? .ignored : .either
      return sample.place("\(name): \(inner.pointer)", judgement) {
        take(&$0, inner.document($1))
      }
    }
  }
}

/// A request that an endpoint takes, in pieces that can be changed.
struct AlteredRequest: Sendable {
  typealias Field = (name: String, value: String)

  struct Part: Sendable {
    var name: String
    var filename: String?
    var document: JSONValue?
    var data: [UInt8] = []
  }

  enum Body: Sendable {
    case none
    case json(JSONValue)
    case form([Part])
  }

  let method: HTTP.Method
  var segments: [String]
  var query: [Field]
  var fields: [Field]
  var body: Body

  /// One for each media type of the body.
  static func all(
    of endpoint: Endpoint, _ credentials: [Field], secret: String
  ) -> [AlteredRequest] {
    let bodies = endpoint.body?.contents.map { body(of: $0, secret: secret) } ?? [.none]
    return bodies.map { body in
      var fields = credentials
      if endpoint.fields.contains(.ifMatch) { fields.append(("If-Match", "*")) }
      return AlteredRequest(
        method: endpoint.method,
        segments: endpoint.path.dropFirst().split(
          separator: "/", omittingEmptySubsequences: false
        ).map { $0.hasPrefix("{") ? "1" : String($0) },
        query: endpoint.query.filter(\.isRequired).map { ($0.name, example(of: $0)) },
        fields: fields, body: body)
    }
  }

  private static func example(of parameter: ParameterDeclaration) -> String {
    guard case .string(let text)? = parameter.example else { return "1" }
    return text
  }

  private static func body(of content: EndpointBody.Content, secret: String) -> Body {
    guard let type = content.schema.objects.first else { return .none }
    guard content.mediaType == "multipart/form-data" else {
      return .json((content.example ?? ContractSample.value(of: type)).with(secret))
    }
    return .form(
      type.members.map { member in
        guard let inner = member.schema.objects.first else {
          return Part(name: member.name, filename: "a.jpeg", data: SampleImages.jpeg())
        }
        return Part(name: member.name, document: ContractSample.value(of: inner).with(secret))
      })
  }

  /// The place where `change` writes a text.
  func place(
    _ description: String, _ judgement: TextPlace.Judgement, bytesMax: Int = 16_384,
    _ change: @escaping @Sendable (inout AlteredRequest, String) -> Void
  ) -> TextPlace {
    TextPlace(description: description, judgement: judgement, bytesMax: bytesMax) { text in
      var sample = self
      change(&sample, text)
      return try sample.request
    }
  }

  mutating func change(part index: Int, _ change: (inout Part) -> Void) {
    guard case .form(var parts) = body else { return }
    change(&parts[index])
    body = .form(parts)
  }

  var request: Request {
    get throws {
      let path = "/" + segments.map(\.percentEncoded).joined(separator: "/")
      let items = query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
      let target = path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
      var fields = fields
      var content: [UInt8] = []
      switch body {
      case .none: break
      case .json(let document):
        content = JSONWriter.bytes(capacity: 32_768) { $0.value(document) }
        fields.append(("Content-Type", "application/json"))
      case .form(let parts):
        content = Self.bytes(of: parts)
        fields.append(("Content-Type", "multipart/form-data; boundary=b"))
      }
      return try Request.sent(method, target, fields, content)
    }
  }

  private static func bytes(of parts: [Part]) -> [UInt8] {
    parts.flatMap { part in
      let filename = part.filename.map { "; filename=\"\($0)\"" } ?? ""
      let head = "--b\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(filename)\r\n\r\n"
      let document = part.document.map { document in
        JSONWriter.bytes(capacity: 32_768) { $0.value(document) }
      }
      return Array(head.utf8) + (document ?? part.data) + Array("\r\n".utf8)
    } + Array("--b--\r\n".utf8)
  }
}

extension Request {
  /// With fields that may occur several times, in this order.
  fileprivate static func sent(
    _ method: HTTP.Method, _ target: String, _ fields: [AlteredRequest.Field], _ body: [UInt8]
  ) throws -> Request {
    var head = "\(method.rawValue) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for (index, field) in fields.enumerated()
    where !fields[..<index].contains(where: { $0.name == field.name }) {
      head += "\(field.name): \(field.value)\r\n"
    }
    if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
    let plain = try Request(method, target, body: body, id: "request-1")
    var parser = RequestParser()
    let progress = try Array((head + "\r\n").utf8).withUnsafeBytes { try parser.parse($0) }
    guard case .complete(let parsed, _, _) = progress else { throw ParseError.endedEarly }
    return Request(head: parsed, body: plain.body, id: "request-1")
  }
}

extension String {
  fileprivate var percentEncoded: String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        String(Unicode.Scalar(byte))
      default: "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }.joined()
  }
}

/// A place of a text in a document.
private struct DocumentPlace: Sendable {
  let pointer: String
  /// Whether the text is the name of a member.
  let isName: Bool
  let document: @Sendable (String) -> JSONValue
}

extension JSONValue {
  /// Each string, and a further member in each object. Of an array the first element is taken.
  fileprivate func textPlaces(_ pointer: String = "") -> [DocumentPlace] {
    switch self {
    case .string, .null:
      return [DocumentPlace(pointer: pointer, isName: false) { .string($0) }]
    case .array(let elements):
      return elements.first?.textPlaces(pointer + "/0").map { inner in
        DocumentPlace(pointer: inner.pointer, isName: inner.isName) { text in
          .array([inner.document(text)] + elements.dropFirst())
        }
      } ?? []
    case .object(let members):
      let named = DocumentPlace(pointer: pointer + "/*", isName: true) { text in
        .object(members + [.init(name: text, value: 1)])
      }
      return members.enumerated().flatMap { index, member in
        member.value.textPlaces("\(pointer)/\(member.name)").map { inner in
          DocumentPlace(pointer: inner.pointer, isName: inner.isName) { text in
            var members = members
            members[index] = .init(name: member.name, value: inner.document(text))
            return .object(members)
          }
        }
      } + [named]
    default: return []
    }
  }

  /// With the secret of a vendor where one belongs.
  fileprivate func with(_ secret: String) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map {
        $0.isNamed("secret") ? .init(name: "secret", value: .string(secret)) : $0
      })
  }
}
