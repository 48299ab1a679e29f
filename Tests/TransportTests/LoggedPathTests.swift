import Dialects
import Testing
import Transport
import Web

@Suite struct LoggedPathTests {
  @Test(
    "words that permit something are not logged, and everything else is",
    arguments: [
      ("/api/products/7/0a1b2c3d-0000-4000-8000-000000000000", "/api/products/7/***"),
      ("/api/products/7/wrong", "/api/products/7/***"),
      ("/api/products/kT0_-x", "/api/products/***"),
      ("/api/products/api/products/kT0_-x", "/api/products/api/products/***"),
      ("/api/products//api/products/kT0_-x", "/api/products//api/products/***"),
      ("/openmarket/v2/api/products/kT0_-x", "/openmarket/v2/api/products/***"),
      ("/openmarket/v2/api/products/7/kT0_-x", "/openmarket/v2/api/products/7/***"),
      ("/api/products/12345678901234567890", "/api/products/***"),
      ("/api/products", "/api/products"), ("/api/products/", "/api/products/"),
      ("/api/products/7", "/api/products/7"), ("/api/products/7/secret", "/api/products/7/secret"),
      ("/api/products/7/archived", "/api/products/7/archived"),
      ("/v1/products/7", "/v1/products/7"), ("/", "/"), ("", ""), ("*", "*"),
      ("//api/products/7/kT0_-x", "//api/products/7/***"),
      ("/api//products/7/kT0_-x", "/api//products/7/***"),
      ("/api/products//7//kT0_-x/", "/api/products//7//***/"),
      ("///openmarket//v2//api/products/kT0_-x", "///openmarket//v2//api/products/***"),
      ("/%61pi/products/7/kT0_-x", "/api/products/7/***"),
      ("/api/produ%63ts/7/kT0_%2Dx", "/api/products/7/***"),
      ("/api/products/7/%6bT0_-x", "/api/products/7/***"),
      ("/api%2Fproducts%2f7%2FkT0_-x", "/api/products/7/***"),
      ("/./api/./products/7/kT0_-x", "/./api/./products/7/***"),
      ("/api/api/products/7/kT0_-x", "/api/api/products/7/***"),
      ("/API/Products/7/kT0_-x", "/API/Products/7/***"),
      ("/shop/api/products/7/kT0_-x", "/shop/api/products/7/***"),
      ("/api/products/7/%zz", "/api/products/7/***"),
      ("/%61pi/x", "/%61pi/x"), ("/api/x/products/7", "/api/x/products/7"),
      ("/commerce/api/v1/products", "/commerce/api/v1/products"), ("/v1/%zz", "/v1/%zz"),
    ])
  func shown(path: String, expected: String) {
    #expect(LoggedPath.shown(path) == expected)
  }
}
