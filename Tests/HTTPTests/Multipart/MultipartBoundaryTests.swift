import HTTP
import Testing

@Suite struct MultipartBoundaryTests {
  static let long = String(repeating: "b", count: 70)

  @Test(
    "finds the boundary",
    arguments: [
      ("multipart/form-data; boundary=x", "x"), ("Multipart/Form-Data;BOUNDARY=x", "x"),
      ("multipart/form-data; boundary=\"x\"", "x"),
      ("multipart/form-data ;boundary=\"a b\"", "a b"),
      ("multipart/form-data; charset=utf-8; boundary=\"a\\=b\" ;", "a=b"),
      ("multipart/form-data; boundary=\(long)", long),
      ("multipart/form-data; boundary=----WebKitFormBoundary7MA4", "----WebKitFormBoundary7MA4"),
    ])
  func finds(_ contentType: String, _ wanted: String) throws {
    #expect(try MultipartBoundary(contentType: contentType) == MultipartBoundary(wanted))
    #expect(MultipartBoundary(wanted) != nil)
  }

  @Test(
    "refuses what is no form or has no boundary",
    arguments: [
      ("application/json", MultipartError.Kind.notFormData),
      ("multipart/mixed; boundary=x", .notFormData), ("", .malformedContentType),
      ("multipart", .malformedContentType), ("multipart/", .malformedContentType),
      ("multipart/form-data boundary=x", .malformedContentType),
      ("multipart/form-data, multipart/form-data; boundary=x", .malformedContentType),
      ("multipart/form-data; boundary=x; Boundary=x", .malformedContentType),
      ("multipart/form-data; boundary=", .malformedContentType),
      ("multipart/form-data; boundary=a/b", .malformedContentType),
      ("multipart/form-data; boundary = x", .malformedContentType),
      ("multipart/form-data; boundary=\"x", .malformedContentType),
      ("multipart/form-data; boundary=\"x\"y", .malformedContentType),
      ("multipart/form-data", .missingBoundary), ("multipart/form-data;", .missingBoundary),
      ("multipart/form-data; boundary*=UTF-8''x", .missingBoundary),
      ("multipart/form-data; boundary=\"\"", .malformedBoundary),
      ("multipart/form-data; boundary=\"x \"", .malformedBoundary),
      ("multipart/form-data; boundary=x#", .malformedBoundary),
      ("multipart/form-data; boundary=\"가\"", .malformedBoundary),
      ("multipart/form-data; boundary=b\(long)", .malformedBoundary),
    ])
  func refuses(_ contentType: String, _ kind: MultipartError.Kind) {
    #expect(throws: MultipartError(kind)) { try MultipartBoundary(contentType: contentType) }
  }

  @Test func oneContentTypeIsNeeded() throws {
    let type = "multipart/form-data; boundary=x"
    let none = try Request(.post, "/")
    #expect(throws: MultipartError(.notFormData)) { try MultipartBoundary(of: none.fields) }
    let two = try Request(.post, "/", fields: ["Content-Type": type, "content-type": type])
    #expect(throws: MultipartError(.repeatedContentType)) { try MultipartBoundary(of: two.fields) }
    let one = try Request(.post, "/", fields: ["Content-Type": type])
    #expect(try MultipartBoundary(of: one.fields) == MultipartBoundary("x"))
  }

  @Test func mediaTypesKeepTheirParameters() throws {
    let type = try #require(MediaType("Text/HTML; Charset=UTF-8; q=\"a;b\\\"\"; ;"))
    #expect(type.essence == "text/html")
    #expect(type.parameters.count == 2)
    #expect(type["charset"] == "UTF-8")
    #expect(type["q"] == "a;b\"")
    #expect(type["x"] == nil)
    #expect(MediaType("text/html; a=\"\u{1}\"") == nil)
    #expect(MediaType("text /html") == nil)
  }
}
