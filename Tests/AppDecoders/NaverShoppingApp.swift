/// What the app ShoppingList decodes: fourteen texts for each product, all of them required.
enum NaverShoppingApp {
  struct Products: Decodable {
    let lastBuildDate: String?
    let total: Int
    let start: Int
    let display: Int
    let items: [Item]
  }

  struct Item: Decodable, Equatable {
    let title: String
    let link: String
    let image: String
    let lprice: String
    let hprice: String
    let mallName: String
    let productId: String
    let productType: String
    let brand: String
    let maker: String
    let category1: String
    let category2: String
    let category3: String
    let category4: String
  }

  struct Refusal: Decodable, Equatable {
    let errorMessage: String
    let errorCode: String
  }
}
