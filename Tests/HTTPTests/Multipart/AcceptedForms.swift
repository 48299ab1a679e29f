import HTTP
import Testing

/// A form that must be read, and what must come of it.
struct AcceptedForm: CustomTestStringConvertible {
  let testDescription: String
  let boundary: String
  let bytes: [UInt8]
  /// `name|filename|type|data` of each part; `-` where there is none.
  let parts: [String]

  init(_ what: String, boundary: String = "b", _ body: String, _ parts: String...) {
    testDescription = what
    self.boundary = boundary
    bytes = [UInt8](body.utf8)
    self.parts = parts
  }

  static let all = ofExistingApps + ofBrowsers + ofTheGrammar + withTypesThatAreNone

  /// What apps write when their picker gave them no type, or something else.
  static let withTypesThatAreNone: [AcceptedForm] = [
    "image", "", " ", "null", "undefined", ".jpg", "image/jpeg; name=사진.jpg", "image/", "/jpeg",
    "image/jpeg; charset=", "image/jpeg; a=1; a=2", "image jpeg", "*",
    "image/jpeg, image/png", "\"image/jpeg\"",
  ].map { type in
    AcceptedForm(
      "the type \(type.isEmpty ? "of nothing" : type)",
      "--b\r\n\(disposition)\"images\"; filename=\"a\"\r\nContent-Type:\(type)\r\n\r\nx\r\n--b--",
      "images|a|-|x")
  }

  private static let uuid = "6F2C7B1A-9F40-4E0C-8C2E-0B3C5F1D7A11"
  private static let disposition = "Content-Disposition: form-data; name="

  /// Byte for byte what the clients of one API send, all of which the original server reads.
  static let ofExistingApps: [AcceptedForm] = [
    AcceptedForm(
      "bare UUID as boundary, CR LF everywhere", boundary: uuid,
      """
      --\(uuid)\r\n\(disposition)"params"\r\nContent-Type: application/json\r\n\r\n{"name":"새"}\r\n\
      --\(uuid)\r\n\(disposition)"images"; filename="A1.jpeg"\r\nContent-Type: image/jpeg\r\n\r\n\
      \u{1}\r\n--\u{2}\r\n\
      --\(uuid)\r\n\(disposition)"images"; filename="B2.jpeg"\r\nContent-Type: image/jpeg\r\n\r\n\
      x\r\n--\(uuid)--\r\n
      """,
      "params|-|application/json|{\"name\":\"새\"}",
      "images|A1.jpeg|image/jpeg|\u{1}\r\n--\u{2}", "images|B2.jpeg|image/jpeg|x"),
    AcceptedForm(
      "params without a type, no line end behind the last delimiter", boundary: "Boundary-\(uuid)",
      """
      --Boundary-\(uuid)\r\n\(disposition)"params"\r\n\r\n{}\r\n\
      --Boundary-\(uuid)\r\n\(disposition)"images"; filename="a.png"\r\n\
      Content-Type: image/png\r\n\r\nx\r\n--Boundary-\(uuid)--
      """,
      "params|-|-|{}", "images|a.png|image/png|x"),
    AcceptedForm(
      "a line end more before each delimiter, bare filename, image without a type", boundary: uuid,
      """
      --\(uuid)\r\n\(disposition)"params"\r\nContent-Type: application/json\r\n\r\n{}\r\n\
      \r\n--\(uuid)\r\n\(disposition)"images"; filename=image.jpg\r\n\r\nx\r\n\
      \r\n--\(uuid)--\r\n
      """,
      "params|-|application/json|{}\r\n", "images|image.jpg|-|x\r\n"),
    AcceptedForm(
      "no space behind the colon, four hyphens before the UUID", boundary: "----\(uuid)",
      """
      ------\(uuid)\r\nContent-Disposition:form-data; name="params"\r\n\
      Content-Type:application/json\r\n\r\n{}\r\n\
      ------\(uuid)\r\nContent-Disposition:form-data; name="images"; filename="1"\r\n\
      Content-Type:image/jpg\r\n\r\nx\r\n------\(uuid)--\r\n
      """,
      "params|-|application/json|{}", "images|1|image/jpg|x"),
    AcceptedForm(
      "a line end first, parts that call themselves forms, one filename for all", boundary: uuid,
      """
      \r\n--\(uuid)\r\n\(disposition)"params"\r\nContent-Type: multipart/form-data\r\n\r\n{}\r\n\
      --\(uuid)\r\n\(disposition)"images"; filename="image"\r\n\
      Content-Type: multipart/form-data\r\n\r\nx\r\n\
      --\(uuid)\r\n\(disposition)"images"; filename="image"\r\n\
      Content-Type: image/jpg\r\n\r\ny\r\n--\(uuid)--\r\n
      """,
      "params|-|multipart/form-data|{}", "images|image|multipart/form-data|x",
      "images|image|image/jpg|y"),
  ]

  static let ofBrowsers: [AcceptedForm] = [
    AcceptedForm(
      "quotes and line ends of names as browsers write them, and nothing else decoded",
      "--b\r\n\(disposition)\"a%22%0D%0A%41\"; filename=\"봄 %22신상%22\\100%.png\"\r\n\r\n\r\n--b--",
      "a\"\r\n%41|봄 \"신상\"\\100%.png|-|"),
    AcceptedForm(
      "quotes as curl and older browsers write them, and a path of Windows",
      "--b\r\n\(disposition)\"f\"; filename=\"C:\\x\\\\y\\\"z\\\".png\"\r\n\r\nx\r\n--b--\r\n",
      "f|C:\\x\\y\"z\".png|-|x"),
    AcceptedForm(
      "a file that was not chosen",
      "--b\r\n\(disposition)\"f\"; filename=\"\"\r\nContent-Type: application/octet-stream\r\n\r\n"
        + "\r\n--b--\r\n", "f||application/octet-stream|"),
    AcceptedForm("a form without parts", "--b--\r\n"),
    AcceptedForm(
      "_charset_ is a part like any other",
      "--b\r\n\(disposition)\"_charset_\"\r\n\r\nUTF-8\r\n--b--\r\n", "_charset_|-|-|UTF-8"),
  ]

  static let ofTheGrammar: [AcceptedForm] = [
    AcceptedForm(
      "preamble, padding, epilogue",
      "for old mail\r\nreaders\r\n--b \t\r\n\(disposition)f\r\n\r\nx\r\n--b-- \t\r\nepilogue\r\n--b\r\n",
      "f|-|-|x"),
    AcceptedForm(
      "empty data, with its line end and without",
      "--b\r\n\(disposition)f\r\n\r\n\r\n--b\r\n\(disposition)g\r\n\r\n--b--", "f|-|-|", "g|-|-|"),
    AcceptedForm(
      "whatever nearly ends the data",
      "--b\r\n\(disposition)f\r\n\r\n--\r--b\n--b\r\n-b\r\n--a\r\r\n\r\n\r\n--\r\n--b--",
      "f|-|-|--\r--b\n--b\r\n-b\r\n--a\r\r\n\r\n\r\n--"),
    AcceptedForm(
      "data that begins like a delimiter",
      "--b\r\n\(disposition)f\r\n\r\n-\r\n--b\r\n\(disposition)g\r\n\r\n\r-\r\n--b--",
      "f|-|-|-", "g|-|-|\r-"),
    AcceptedForm(
      "names in any case, unknown fields and parameters, empty parameters",
      "--b\r\ncontent-DISPOSITION: Form-Data ; ; NAME=\"f\";x=1; FileName=a ;\r\nX-Any: \t\r\n"
        + "CONTENT-TYPE: Text/Plain; Charset=\"utf-8\"\r\n\r\nx\r\n--b--",
      "f|a|text/plain|x"),
    AcceptedForm(
      "transfer encodings that encode nothing",
      "--b\r\n\(disposition)f\r\nContent-Transfer-Encoding: BINARY\r\n\r\nx\r\n"
        + "--b\r\n\(disposition)g\r\nContent-Transfer-Encoding:8bit \r\n\r\ny\r\n"
        + "--b\r\nContent-Transfer-Encoding: 7bit\r\n\(disposition)h\r\n\r\nz\r\n--b--",
      "f|-|-|x", "g|-|-|y", "h|-|-|z"),
    AcceptedForm(
      "bytes beyond ASCII in a bare filename",
      "--b\r\n\(disposition)f; filename=사진.png\r\n\r\nx\r\n--b--", "f|사진.png|-|x"),
    AcceptedForm(
      "a boundary of every character that may stand in one", boundary: "0aZ'()+_,-./:=? b",
      "--0aZ'()+_,-./:=? b\r\n\(disposition)f\r\n\r\nx\r\n--0aZ'()+_,-./:=? b--", "f|-|-|x"),
    AcceptedForm(
      "a boundary of hyphens", boundary: "--", "----\r\n\(disposition)f\r\n\r\n--\r\n---\r\n------",
      "f|-|-|--\r\n---"),
  ]
}

extension ReadPart {
  /// The form in which accepted forms tell what they expect.
  var summary: String {
    let type = head.contentType?.essence ?? "-"
    return "\(head.name)|\(head.filename ?? "-")|\(type)|\(String(decoding: data, as: UTF8.self))"
  }
}
