import Domain
import HTTP
import Web

/// The frame of every page for people, and the pages of errors.
///
/// A page runs no script and loads only our own style sheets and pictures, so that the web view of
/// an app, a messenger's preview and the plainest browser can show it.
struct HTMLPage {
  static let contentType: StaticString = "text/html; charset=utf-8"
  let language: Language
  /// The name of the shop.
  let shop: String

  /// A document with these elements in its head; the shop's name leads home.
  func document(
    title: String, sheets: [String] = ["cells", "page"],
    _ head: (inout HTMLWriter) -> Void = { _ in }, _ main: (inout HTMLWriter) -> Void
  ) -> [UInt8] {
    HTMLWriter.document(in: language.tag) { html in
      self.head(title: title, sheets: sheets, &html)
      head(&html)
    } body: { html in
      html.element("header", ["class": "page-header"]) { html in
        html.element("p", ["class": "brand-name"]) { html in
          html.element("a", ["href": "/", "dir": "auto", "lang": lang(shop)], shop)
        }
      }
      html.element("main", ["class": "page"], main)
    }
  }

  /// The part of the head that all pages have.
  func head(title: String, sheets: [String], _ html: inout HTMLWriter) {
    html.void("meta", ["charset": "utf-8"])
    html.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    html.void("meta", ["name": "color-scheme", "content": "light dark"])
    html.void("meta", ["name": "application-name", "content": shop])
    html.element("title", [:], title)
    html.void("link", ["rel": "icon", "href": "/web/icon.svg", "type": "image/svg+xml"])
    for sheet in ["base"] + sheets {
      html.void("link", ["rel": "stylesheet", "href": "/web/\(sheet).css"])
    }
  }

  /// The language of a text whose letters tell it, where it is another one than the page's: screen
  /// readers pronounce it by that.
  func lang(_ text: String) -> String? {
    var letters: String?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{AC00}"..."\u{D7A3}", "\u{3131}"..."\u{318E}": return other("ko")
      case "\u{3041}"..."\u{30FF}": return other("ja")
      case "a"..."z", "A"..."Z": letters = letters ?? "en"
      default: if scalar.properties.isAlphabetic { letters = "" }
      }
    }
    return letters.flatMap { $0.isEmpty ? nil : other($0) }
  }

  private func other(_ tag: String) -> String? { tag == language.tag ? nil : tag }
}

// MARK: - Errors

extension HTMLPage {
  /// The page of an error. Its code and id help the support.
  ///
  /// - Parameter apology: for shoppers, in the place of the meaning of the code.
  func refusal(
    _ problem: Problem, requestID: String, apology: PageWording.Apology? = nil
  ) -> Response {
    let code = ErrorCode.named(problem.code)
    let wording =
      apology.map { ErrorCode.Wording($0.title, $0.cure) } ?? code?.wording(in: language)
      ?? ErrorCode.Wording(String(describing: problem.status.reason), problem.detail)
    let bytes = document(title: "\(wording.meaning) · \(shop)", sheets: ["page"]) { html in
      html.void("meta", ["name": "robots", "content": "noindex"])
    } _: { html in
      html.element("div", ["class": "apology"]) { html in
        html.element("h1") { $0.marked(wording.meaning) }
        html.element("p") { $0.marked(wording.cure) }
        // The address bar has the path, and the cure says where all paths are.
        if apology == nil, problem.status != .notFound { details(of: problem, &html) }
        html.element("p", ["class": "hint"]) { html in
          if apology == nil, let code {
            html.element("a", ["href": ErrorCode.path(of: code.code)], code.code)
            html.text(" · \(requestID)")
          } else {
            html.text("\(problem.code) · \(requestID)")
          }
        }
        html.element("p") { $0.element("a", ["href": "/"], language.pages.home) }
      }
    }
    return Response(
      problem.status, contentType: Self.contentType,
      fields: problem.fields + [.noStore] + language.fields, content: .bytes(bytes))
  }

  /// The English text of programs, or mistakes in parameters in the page's language.
  private func details(of problem: Problem, _ html: inout HTMLWriter) {
    guard !problem.parameters.isEmpty else {
      return html.element("p", ["class": "hint", "lang": other("en")], problem.detail)
    }
    for mistake in problem.parameters.prefix(20) {
      let flaw = mistake.flaw
      let kind = other("en") == nil ? nil : ErrorCode.named(flaw.code)?.wording(in: language)
      html.element("p", ["class": "hint"]) { html in
        html.element("code", [:], mistake.parameter)
        html.text(" \(kind?.meaning ?? flaw.detail) ")
        let hint = language.hint(of: flaw)
        html.element("span", ["lang": hint == nil ? other("en") : nil], hint ?? flaw.hint)
      }
    }
  }

  /// The meaning of a code, and the remedy.
  func explanation(of code: ErrorCode) -> [UInt8] {
    let wording = code.wording(in: language)
    let title = "\(code.code) · \(language.pages.error)"
    return document(title: title, sheets: ["page"]) { html in
      html.void("meta", ["name": "description", "content": wording.meaning])
    } _: { html in
      html.element("article", ["class": "explanation"]) { html in
        html.element("h1") { $0.element("code", [:], code.code) }
        if let status = code.status { html.element("p", ["class": "hint"], "HTTP \(status)") }
        html.element("p") { $0.marked(wording.meaning) }
        html.element("p") { html in html.element("strong") { $0.marked(wording.cure) } }
        if Self.holders.contains(code.code) { members(&html) }
        html.element("p") { $0.element("a", ["href": "/docs#errors"], language.pages.allErrors) }
      }
    }
  }

  /// Codes of whole answers, which hold codes without a status in `errors`.
  private static let holders: Set = ["rejected", "malformed_query"]

  private func members(_ html: inout HTMLWriter) {
    html.element("h2", [:], language.pages.codesWithin)
    html.element("ul") { html in
      for code in ErrorCode.all where code.status == nil {
        html.element("li") { html in
          html.element("a", ["href": ErrorCode.path(of: code.code)]) { html in
            html.element("code", [:], code.code)
          }
          html.text(" ")
          html.marked(code.wording(in: language).meaning)
        }
      }
    }
  }
}

extension HTMLWriter {
  /// A text in which `code` is marked.
  fileprivate mutating func marked(_ text: String) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        self.text(String(part))
      } else {
        element("code", [:], String(part))
      }
    }
  }
}
