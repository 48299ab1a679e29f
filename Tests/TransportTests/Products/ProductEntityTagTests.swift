import Domain
import Fakes
import Testing

@testable import Transport

struct ProductEntityTagTests {
  private let tags = ContentTag(seal: FakeSeal())

  @Test("The tag of one origin is never given for another, whichever was asked for last")
  func recentIsOfItsOrigin() {
    let recent = ProductEntityTag.Recent()
    let origins = [Origin("https://a.b"), nil, Origin("https://b.b")] as [Origin?]
    for origin in origins + origins.reversed() + origins {
      let tag = recent.tag(origin, tags).opaque(3)
      #expect(tag == ProductEntityTag(origin, tags).opaque(3))
    }
    #expect(Set(origins.map { recent.tag($0, tags).opaque(3) }).count == 3)
  }
}
