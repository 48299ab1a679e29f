package import Web

extension EndpointGroup {
  package static let screens = EndpointGroup(
    "Screens", "One request for each screen. No authentication required.")
  package static let shop = EndpointGroup(
    "Shop", "What screens of an app draw. No authentication required.")
  package static let shoppers = EndpointGroup(
    "Shoppers", "Likes and recently viewed products of a device, by its token.")
  package static let vendors = EndpointGroup("Vendors", "What vendors do with their products.")
  package static let administration = EndpointGroup(
    "Administration", "Arranging the shop, with an administrator's token.")
  package static let images = EndpointGroup(
    "Images", "Pictures under URLs whose bytes never change.")
  package static let health = EndpointGroup("Health", "For load balancers.")
  package static let contract = EndpointGroup(
    "Contract", "The parameters and answers of every call.")
  package static let pages = EndpointGroup(
    "Pages", "For web views and browsers, and for links that open an app.")

  /// In the order of the reference.
  static let all = [
    screens, shop, shoppers, vendors, administration, images, health, contract, pages,
  ]
}

extension EndpointAccess {
  /// By a token, by Basic, or by the fields `identifier` and `secret`.
  package static let vendor = EndpointAccess(
    [[.token], [.basic], [.identifier, .secret]], canBeForbidden: true)
  /// By a token with the scope `admin`.
  package static let administrator = EndpointAccess([[.token]], canBeForbidden: true)
  /// By the token of a device.
  package static let device = EndpointAccess([[.device]])
}

extension SecurityScheme {
  static let token = http(
    "token", "bearer", "A token that `moa token create` made, for an administrator or a vendor.")
  static let device = http(
    "device", "bearer", "The token that `POST /v1/devices` gave to a device.")
  static let basic = http("basic", "basic", "A vendor's identifier and secret.")
  package static let identifier = field(
    "identifier", RequestField.identifier.rawValue, "A vendor's identifier, a UUID.")
  static let secret = field("secret", RequestField.secret.rawValue, "A vendor's secret.")
}

extension RequestField {
  package static let identifier = RequestField("identifier")
  package static let secret = RequestField("secret")

  /// Request fields that the shop's routes read besides ``RequestField/all``.
  package static let ofShop = [identifier, secret]
}
