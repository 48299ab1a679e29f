/// The data types of the app, made strict: nothing is optional, so that a key that is missing or of
/// another type fails a test.
struct BannerList: Decodable {
  let bannerList: [Banner]

  struct Banner: Decodable, Equatable {
    let id: Int
    let content: String
    let imageURL: String

    enum CodingKeys: String, CodingKey {
      case id = "event_banner_id"
      case content = "event_content"
      case imageURL = "thumbnail_image_url"
    }
  }
}

struct Documents<Document: Decodable>: Decodable {
  let documents: [Document]
}

struct Event: Decodable, Equatable {
  let id: Int
  let title: String
  let imageURL: String
  let textImageURL: String

  enum CodingKeys: String, CodingKey {
    case id
    case title = "event_title"
    case imageURL = "thumbnail_image_url"
    case textImageURL = "thumbnail_text_image_url"
  }
}

struct Department: Decodable, Equatable {
  let id: Int
  let title: String

  enum CodingKeys: String, CodingKey {
    case id = "category_id"
    case title = "category_title"
  }
}

struct Item: Decodable {
  let id: Int
  let categoryID: Int
  let title: String
  let mixedCaseURL: String
  let lowerCaseURL: String

  enum CodingKeys: String, CodingKey {
    case id
    case categoryID = "category_id"
    case title = "item_type_title"
    case mixedCaseURL = "item_type_thumbnail_image_URL"
    case lowerCaseURL = "item_type_thumbnail_image_url"
  }
}
