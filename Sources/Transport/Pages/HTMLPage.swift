import Domain
import HTTP
import Web

/// What every page for shoppers has around its content, and the pages for requests that failed.
///
/// A page runs no script and loads nothing but our own style sheets and pictures: it is what the
/// web view of an app, a messenger's preview and a browser without anything can show.
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

  /// The page of an error. The code and the id help the support.
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
