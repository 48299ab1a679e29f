import Domain
import UseCases

extension StoreContract {
  static let imageClauses = [
    Clause("an image comes back as it went in") { ports in
      for image in [try StoredImage.sample(2), try StoredImage.sample(3)] {
        try await ports.images.add(image)
        try holdEqual(try await ports.images.find(image.digest), image)
      }
    },
    Clause("all that is served of an image is known, and nothing of others") { ports in
      let image = try PreparedImage.sample(2)
      try await ports.images.add(image)
      let other = try StoredImage.sample(3)
      let served = try await ports.images.served([image.original.digest, other.digest])
      try holdEqual(served, Dictionary(uniqueKeysWithValues: image.served))
      try holdEqual(try await ports.images.served([]), [:])
    },
    Clause("an event category is shown with the sizes and colours of our images") { ports in
      let image = try PreparedImage.sample(2)
      try await ports.images.add(image)
      let draft = EventCategoryDraft(
        key: try Slug("ours"), title: try Title("우리"),
        thumbnailImage: try ImageReference("/images/\(image.original.digest)/cell.png"),
        thumbnailTextImage: try ImageReference(image.original.path))
      try await ports.replace(with: .of([draft, try .sample("theirs")]))
      let shown = try await ports.lists.shown(EventCategoryDraft.self, at: .latest)
      try holdEqual(
        shown.map(\.placeholders),
        [
          [
            ImageSummary(width: 400, height: 200, color: image.color),
            ImageSummary(width: 120, height: 80, color: image.color),
          ], [nil, nil],
        ])
    },
    Clause("banners and item types are shown with the sizes and colours of our images") { ports in
      let image = try PreparedImage.sample(2)
      try await ports.images.add(image)
      let ours = try ImageReference(image.original.path)
      try await ports.replace(
        with: .of([
          EventBannerDraft(content: try Title("우리"), thumbnailImage: ours, link: nil)
        ]))
      try await ports.replace(with: .of([CategoryDraft(title: try Title("상의"))]))
      let category = try await ports.lists.all(CategoryDraft.self).items[0].id
      try await ports.replace(
        with: .of([
          ItemTypeDraft(
            categoryID: category, section: nil, title: try Title("후드"), thumbnailImage: ours)
        ]))
      let summary = ImageSummary(width: 120, height: 80, color: image.color)
      let banners = try await ports.lists.shown(EventBannerDraft.self, at: .latest)
      try holdEqual(banners.map(\.placeholders), [[summary]])
      let itemTypes = try await ports.lists.shown(ItemTypeDraft.self, at: .latest)
      try holdEqual(itemTypes.map(\.placeholders), [[summary]])
    },
    Clause("the same image again changes nothing") { ports in
      let image = try StoredImage.sample(2)
      try await ports.images.add(image)
      let other = StoredImage(
        digest: image.digest, mediaType: .jpeg, bytes: [1], width: 1, height: 1)
      try await ports.images.add(other)
      try await ports.images.add(image)
      try holdEqual(try await ports.images.find(image.digest), image)
    },
    Clause("many may bring the same image at once") { ports in
      let image = try StoredImage.sample(4)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { try await ports.images.add(image) } }
        try await group.waitForAll()
      }
      try holdEqual(try await ports.images.find(image.digest), image)
    },
    Clause("the largest image fits") { ports in
      let sample = try StoredImage.sample(6)
      let bytes = (0..<StoredImage.bytesMax).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      let image = StoredImage(
        digest: sample.digest, mediaType: .png, bytes: bytes, width: 8_192, height: 2_048)
      try await ports.images.add(image)
      try holdEqual(try await ports.images.find(image.digest), image)
    },
    Clause("an image that is removed for good is shown by no product and not taken in again") {
      ports in
      let vendor = try await ports.vendor()
      let product = try await ports.add(.sample(by: vendor, images: [2, 3, 4]))
      let alone = try await ports.add(.sample(by: vendor, images: [2]))
      let image = try PreparedImage.sample(2)
      let digest = image.original.digest
      try holdEqual(
        try await ports.images.remove(digest, at: .latest, once: nil).value,
        RemovedImage(products: 2, listItems: 0))
      try holdEqual(try await ports.images.find(digest), nil)
      let left = try await ports.products.find(product.id)
      try holdEqual(left?.images.map(\.picture), product.images.dropFirst().map(\.picture))
      try holdEqual(left?.cell.cover, product.images[1].picture.served(as: .cell))
      try holdEqual(left?.version, product.version + 1)
      try holdEqual(try await ports.products.find(alone.id)?.images, [])
      let other = try StoredImage.sample(9)
      let sent = PreparedImage(original: other, color: .gray, renditions: [])
      var copy = sent
      copy.upload = digest
      for (images, flawed) in [([sent, image], 1), ([copy], 0)] {
        do throws(Failure) {
          _ = try await ports.products.add(
            ProductCreation(
              vendor: vendor, draft: product.draft, images: images, createdAt: .latest), once: nil)
          throw .bug("it was taken in again")
        } catch {
          guard error == .flawedImage(index: flawed, .removed) else { throw error }
        }
      }
      try holdEqual(try await ports.images.find(other.digest), nil)
      try await expectNotFound { () throws(Failure) in
        _ = try await ports.images.remove(digest, at: .latest, once: nil)
      }
    },
    Clause("an image of the demo shop and one that was sent are one") { ports in
      let image = try DemoShop.sample().images[0]
      try await ports.images.add(image)
      try hold(try await ports.demoShop.loadOnce(try DemoShop.sample()), "it was not loaded")
      try await ports.images.add(image)
      try holdEqual(try await ports.images.find(image.digest), image)
    },
  ]
}
