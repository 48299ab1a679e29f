/// What the app ShoppingList decodes: fourteen texts for each product, all of them required.
package enum NaverShoppingApp {
  package struct Products: Decodable {
    package let lastBuildDate: String?
    package let total: Int
    package let start: Int
    package let display: Int
    package let items: [Item]
  }

  package struct Item: Decodable, Equatable {
    package let title: String
    package let link: String
    package let image: String
    package let lprice: String
    package let hprice: String
    package let mallName: String
    package let productId: String
    package let productType: String
    package let brand: String
    package let maker: String
    package let category1: String
    package let category2: String
    package let category3: String
    package let category4: String
  }

  package struct Refusal: Decodable, Equatable {
    package let errorMessage: String
    package let errorCode: String
  }
}
