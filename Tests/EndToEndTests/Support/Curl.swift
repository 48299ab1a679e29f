import ContractCheck
import Foundation
import Testing

/// One HTTP answer, as curl, a client that we did not write, received it.
struct Answer {
  /// Such as `HTTP/2`.
  var `protocol`: String
  var status: Int
  /// Names in lower case.
  var fields: [String: String]
  var body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
    do { return try JSONDecoder().decode(type, from: body) } catch {
      throw EndToEndError.unreadable("\(error) in the answer \(status): \(text.prefix(300))")
    }
  }
}

/// How the tests speak HTTP.
struct Curl {
  /// Such as `http://127.0.0.1:8080`.
  var base: String
  /// More of curl's options, for every request.
  var options: [String] = []
  /// How often a request is sent again that was refused for want of the database, as its answer
  /// asks for: who comes first waits half a second for a connection, and a machine that does other
  /// things may not have opened it by then. Each time is a warning of the tests. Whether a server
  /// says that it is ready is never asked again.
  var repeatsMax = 3

  func get(_ path: String, _ fields: [String] = []) async throws -> Answer {
    try await send("GET", path, fields)
  }

  func post(_ path: String, _ fields: [String] = []) async throws -> Answer {
    try await send("POST", path, fields)
  }

  /// - Parameters:
  ///   - path: or a whole URL.
  ///   - fields: in curl's words: `Name: value`, `Name:` to leave one out.
  func send(
    _ method: String, _ path: String, _ fields: [String] = [], body: String? = nil
  ) async throws -> Answer {
    let url = path.hasPrefix("http") ? path : base + path
    let how = method == "HEAD" ? ["--head"] : ["--request", method]
    let data = body.map { ["--data-binary", $0] } ?? []
    return try await run(
      ["--globoff"] + options + how + fields.flatMap { ["--header", $0] } + data + [url])
  }

  /// Sends a form; its parts in curl's words: `name=value`, `name=@file;type=image/png`.
  func form(
    _ path: String, _ fields: [String], _ parts: [String], method: String = "POST"
  ) async throws -> Answer {
    try await run(
      options + ["--request", method] + fields.flatMap { ["--header", $0] }
        + parts.flatMap { ["--form", $0] }
        + [base + path])
  }

  /// As an administrator, who means it whatever is there.
  func admin(
    _ method: String, _ path: String = "", _ fields: [String] = [], body: String? = nil,
    token: String = MoaServer.adminToken
  ) async throws -> Answer {
    try await send(
      method, "/admin/v1/event-categories" + path,
      ["Authorization: Bearer \(token)", "Content-Type: application/json"]
        + (method == "PUT" && fields.isEmpty ? ["If-Match: *"] : []) + fields, body: body)
  }

  private func run(_ arguments: [String]) async throws -> Answer {
    var answer = try await Self.ask(arguments)
    var repeats = 0
    while answer.asksToComeAgainSoon, repeats < repeatsMax {
      repeats += 1
      Issue.record("refused, sent again: \(arguments.last ?? "")", severity: .warning)
      try await Task.sleep(for: .seconds(1))
      answer = try await Self.ask(arguments)
    }
    Self.check(answer, to: arguments)
    return answer
  }

  private static let contract = ContractCheck()
  /// As `--openmarket-v2-host` of the tests names it.
  static let secondHost = "v2.shop.test"

  /// Every answer of the server is held against the contract, whatever a test asks for. What a
  /// proxy says in its place is none of ours.
  private static func check(_ answer: Answer, to arguments: [String]) {
    guard let url = arguments.last.flatMap({ URLComponents(string: $0) }) else { return }
    let named = arguments.firstIndex(of: "--request").map { arguments[$0 + 1] }
    let mediaType = answer.fields["content-type"]
    guard let method = named, answer.status < 400 || mediaType?.contains("json") == true,
      answer.fields["content-encoding"] == nil
    else { return }
    // There the paths of Open Market's first version are those of its second.
    let path = url.percentEncodedPath
    let isSecond =
      arguments.contains("Host: \(secondHost)") && path.drop { $0 == "/" }.hasPrefix("api/")
    let flaws = contract.flaws(
      of: method, (isSecond ? "/openmarket/v2" : "") + path, status: answer.status,
      mediaType: mediaType,
      content: [UInt8](answer.body))
    #expect(flaws == [])
  }

  private static func ask(_ arguments: [String]) async throws -> Answer {
    let curl = try Workplace.tool("curl", from: "curl")
    return try await offloading {
      let process = Process()
      let output = Pipe()
      let errors = Pipe()
      process.executableURL = URL(fileURLWithPath: curl)
      process.arguments =
        ["--disable", "--silent", "--show-error", "--include", "--max-time", "150"] + arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      let complaint = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw CurlError(
          status: process.terminationStatus, text: String(decoding: complaint, as: UTF8.self),
          request: arguments.joined(separator: " "))
      }
      return try Answer(received: data)
    }
  }
}

/// Curl could not get an answer: 7 is "refused", 52 "nothing came", 56 "cut off".
struct CurlError: Error {
  var status: Int32
  var text: String
  var request: String
}

extension Answer {
  /// A refusal that says when to come again, and not an answer of `/readyz`, which has no code.
  fileprivate var asksToComeAgainSoon: Bool {
    status == 503 && fields["retry-after"] == "1" && text.contains(#""code":"unavailable""#)
  }

  /// Reads what `curl --include` prints; interim answers (100) before the real one are skipped.
  fileprivate init(received data: Data) throws {
    var rest = data
    repeat {
      guard let end = rest.range(of: Data("\r\n\r\n".utf8)) else {
        throw EndToEndError.unreadable(String(decoding: rest.prefix(200), as: UTF8.self))
      }
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .components(separatedBy: "\r\n")
      `protocol` = String(lines[0].prefix { $0 != " " })
      status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
      fields = [:]
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        // Several lines of one name are one list (RFC 9110 5.3).
        let name = line[..<colon].lowercased()
        fields[name] = fields[name].map { "\($0), \(value)" } ?? value
      }
      rest = rest[end.upperBound...]
    } while status < 200
    body = Data(rest)
  }
}
