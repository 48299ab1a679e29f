import Domain
import HTTP
import Web

/// The frame of every page for shoppers, and the pages of errors.
///
/// A page runs no script and loads only our own style sheets and pictures, so that the web view of
/// an app, a messenger's preview and the plainest browser can show it.
struct HTMLPage {
  let language: Language

  /// A document with these elements in its head.
  func document(
    title: String, _ head: (inout HTMLWriter) -> Void = { _ in },
    _ main: (inout HTMLWriter) -> Void
  ) -> [UInt8] {
    HTMLWriter.document(in: language.tag) { html in
      html.void("meta", ["charset": "utf-8"])
      html.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      html.void("meta", ["name": "color-scheme", "content": "light dark"])
      html.element("title", [:], title)
      head(&html)
      html.void("link", ["rel": "icon", "href": "/web/icon.svg", "type": "image/svg+xml"])
      for sheet in ["base", "cells", "page"] {
        html.void("link", ["rel": "stylesheet", "href": "/web/\(sheet).css"])
      }
    } body: { html in
      html.element("main", ["class": "page"], main)
    }
  }

  /// The page of an error. Its code and id help the support.
  func refusal(_ problem: Problem, requestID: String) -> Response {
    let isMissing = problem.status == .notFound
    let apology = isMissing ? language.pages.missing : language.pages.failed
    let bytes = document(title: apology.title) { html in
      html.void("meta", ["name": "robots", "content": "noindex"])
    } _: { html in
      html.element("div", ["class": "apology"]) { html in
        html.element("h1", [:], apology.title)
        html.element("p", [:], apology.cure)
        html.element("p", ["class": "hint"], "\(problem.code) · \(requestID)")
      }
    }
    return Response(
      problem.status, contentType: Self.contentType,
      fields: problem.fields + [.noStore] + language.fields, content: .bytes(bytes))
  }

  static let contentType: StaticString = "text/html; charset=utf-8"
}
