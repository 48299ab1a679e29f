import Domain
import Fakes
import Testing
import UseCases

@Suite struct ProductSecretTests {
  let secret = ProductSecret(seal: FakeSeal())

  @Test func aSecretIsFitForAPathAndForOneProductOnly() {
    let first = secret.secret(of: 1)
    #expect(first.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
    #expect(secret.isSecret(first, of: 1))
    #expect(secret.isSecret(first.uppercased(), of: 1))
    #expect(!secret.isSecret(first, of: 2))
    #expect(secret.secret(of: 2) != first)
    #expect(ProductSecret(seal: FakeSeal(key: "another")).secret(of: 1) != first)
  }

  @Test(arguments: ["", "x", "\"", "00000000-0000-0000-0000-000000000000"])
  func anythingElseIsNone(_ text: String) {
    #expect(!secret.isSecret(text, of: 1))
    #expect(secret.archived(text) == nil)
  }

  @Test func everyDigitOfASecretCounts() {
    let right = secret.secret(of: 1)
    for index in right.indices where right[index] != "-" {
      var wrong = right
      wrong.replaceSubrange(index...index, with: right[index] == "0" ? "1" : "0")
      #expect(!secret.isSecret(wrong, of: 1))
    }
  }

  @Test func anArchiveTokenNamesItsProduct() {
    for id in [1, 77, Int64.max] {
      let token = secret.archiveToken(of: id)
      #expect(secret.archived(token) == id)
      #expect(secret.archived(token + "A") == nil)
      #expect(ProductSecret(seal: FakeSeal(key: "another")).archived(token) == nil)
    }
    #expect(secret.archived(secret.secret(of: 1)) == nil)
  }
}
