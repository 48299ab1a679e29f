import Domain
import UseCases

/// Texts that lists are full of, each by its own type; see ``JSONWriter/plain(_:_:atMost:_:)``.
extension JSONWriter {
  @inline(__always)
  mutating func string(_ name: StaticString, _ text: AmountText) {
    plain(name, AmountText.isPlain, atMost: text.octetsMax) { text.write(to: &$0) }
  }

  @inline(__always)
  mutating func string(_ name: StaticString, _ text: DiscountText) {
    plain(name, DiscountText.isPlain, atMost: text.octetsMax) { text.write(to: &$0) }
  }

  @inline(__always)
  mutating func string(_ name: StaticString, _ text: Currency) {
    plain(name, Currency.isPlain, atMost: text.octetsMax) { text.write(to: &$0) }
  }

  @inline(__always)
  mutating func string(_ name: StaticString, _ text: ImageURL) {
    plain(name, ImageURL.isPlain, atMost: text.octetsMax) { text.write(to: &$0) }
  }

  @inline(__always)
  mutating func string(_ name: StaticString, _ text: Color) {
    plain(name, Color.isPlain, atMost: text.octetsMax) { text.write(to: &$0) }
  }
}
