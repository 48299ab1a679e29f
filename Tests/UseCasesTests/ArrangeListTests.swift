import Domain
import Fakes
import Testing
import UseCases
import ViewData

/// How administrators arrange a list, by the example of event categories.
@Suite struct ArrangeListTests {
  let store = FakeStore()
  let clock = FakeClock("2026-03-01T00:00:00Z")

  var arrange: ArrangeList<EventCategoryDraft> { ArrangeList(store) }
  var browse: BrowseLists { BrowseLists(store, now: clock.now) }

  /// Replaces the list.
  func seed(_ keys: String...) async throws {
    try await store.ports.replace(with: .of(keys.map { try EventCategoryDraft.sample($0) }))
  }

  /// Gives an item another title.
  func edit(
    _ id: Int64, _ title: String, if condition: VersionCondition
  ) async throws(Failure) -> EventCategory? {
    let change = try await arrange.edit(id, if: condition) { item throws(Rejection) in
      ListEntry(item.draft.titled(title), schedule: item.schedule)
    }.made
    return change.after.items.first { $0.id == id }
  }

  @Test func aScreenGetsTheOnePictureItShows() async throws {
    try await seed("luxury")
    let origin = Origin("https://shop.example")
    #expect(
      try await browse.eventCells(.thumbnail, from: origin) == [
        EventCategoryCell(
          id: 1, title: "행사 luxury", imageURL: "https://shop.example/banners/luxury.png",
          image: nil, link: CellLink(kind: "event", id: 1), position: 1)
      ])
    #expect(
      try await browse.eventCells(.text, from: origin).map(\.imageURL) == [
        "https://cdn.example/luxury-text.png"
      ])
    #expect(
      try await browse.eventCards(from: nil) == [
        EventCategoryCard(
          id: 1, title: "행사 luxury", thumbnailImageURL: "/banners/luxury.png", thumbnailImage: nil,
          thumbnailTextImageURL: "https://cdn.example/luxury-text.png", thumbnailTextImage: nil,
          link: CellLink(kind: "event", id: 1), position: 1)
      ])
  }

  @Test func onlyLiveOnesAreShownAndAllAreListed() async throws {
    let time = "2026-03-01T00:00:00Z"
    try await store.ports.replace(
      with: ListDocument([
        .sample("over", to: time), .sample("starting", from: time),
        .sample("coming", from: "2026-03-01T00:00:01Z"), .sample("always"),
      ]))
    #expect(try await browse.eventCells(.text, from: nil).map(\.position) == [2, 4])
    clock.set(.latest)
    #expect(try await browse.eventCells(.text, from: nil).map(\.position) == [2, 3, 4])
    #expect(
      try await arrange.all().items.map(\.key.text) == ["over", "starting", "coming", "always"])
  }

  @Test("banners and sections of the home screen are shown at their times, too")
  func schedules() async throws {
    let banner = EventBannerDraft(
      content: try Title("봄"), thumbnailImage: try ImageReference("/a.png"), link: nil)
    let section = HomeSectionDraft(
      key: try Slug("spring"), content: .eventBanners, titles: [], layout: .carousel)
    let spring = try Schedule(startsAt: Timestamp(rfc3339: "2026-03-02T00:00:00Z"), endsAt: .latest)
    try await store.ports.replace(with: ListDocument([ListEntry(banner, schedule: spring)]))
    try await store.ports.replace(with: ListDocument([ListEntry(section, schedule: spring)]))
    #expect(try await browse.banners(from: nil).isEmpty)
    #expect(try await browse.shown(HomeSectionDraft.self).isEmpty)
    clock.set(Timestamp(rfc3339: "2026-03-02T00:00:00Z") ?? .latest)
    #expect(try await browse.banners(from: nil).map(\.content) == ["봄"])
    #expect(try await browse.shown(HomeSectionDraft.self).count == 1)
  }

  @Test func aDryRunTellsWhatARunTells() async throws {
    try await seed("a", "b", "c")
    let wanted = try ListDocument<EventCategoryDraft>.of([
      .sample("a"), .sample("c", title: "새"), .sample("d"),
    ])
    let dry = try await arrange.replace(with: wanted, dryRun: true).made
    #expect(try await arrange.all().items.map(\.key.text) == ["a", "b", "c"])
    let real = try await arrange.replace(with: wanted).made
    #expect(ListReport(dry.plan) == ListReport(real.plan))
    #expect(dry.after.version == 2)
    #expect(real.after.version == 3)
    let report = ListReport(real.plan)
    #expect(
      [report.created, report.updated, report.unchanged, report.removed] == [1, 1, 1, 1])
  }

  @Test func anAdditionComesLast() async throws {
    try await seed("a")
    let added = try await arrange.add(.sample("b")).made.after.items[1]
    // The version of the list before: no removed item had it.
    #expect(added.version == 2)
    #expect(try await arrange.item(added.id) == added)
  }

  @Test func aKeyIsGivenOnce() async throws {
    try await seed("a", "b")
    let taken = Failure.conflict(.keyTaken("event category", try Slug("a")))
    await #expect(throws: taken) { try await arrange.add(.sample("a")) }
    let entry = try ListEntry.sample("a")
    await #expect(throws: taken) {
      try await arrange.edit(2, if: .any) { _ throws(Rejection) in entry }
    }
    #expect(try await edit(1, "행사 a", if: .any)?.version == 1)
  }

  @Test func theListIsFullAtFiveHundred() async throws {
    try await store.ports.replace(
      with: .of((0..<500).map { try EventCategoryDraft.sample("key-\($0)") }))
    await #expect(throws: Failure.conflict(EventCategoryDraft.tooMany)) {
      try await arrange.add(.sample("one-more"))
    }
  }

  @Test func anEditNeedsTheVersionThatItWasMadeFor() async throws {
    try await seed("a", "b")
    let edited = try await edit(1, "새 제목", if: .oneOf([1]))
    #expect(edited?.version == 2)
    #expect(edited?.title.text == "새 제목")
    for condition in [VersionCondition.oneOf([1]), .oneOf([]), .oneOf([3, 4])] {
      await #expect(throws: Failure.staleVersion(current: 2)) {
        try await edit(1, "새 제목", if: condition)
      }
    }
    await #expect(throws: Failure.notFound(.eventCategory("9"))) {
      try await edit(9, "새 제목", if: .any)
    }
    #expect(try await edit(1, "새 제목", if: .oneOf([7, 2]))?.version == 2)
    #expect(try await arrange.item(2).version == 1)
  }

  @Test("an item that somebody else moved can still be changed by its version")
  func movedMeanwhile() async throws {
    try await seed("a", "b")
    try await seed("b", "a")
    #expect(try await edit(1, "새 제목", if: .oneOf([1]))?.version == 2)
  }

  @Test func aRemovalLeavesTheOthersAsTheyAre() async throws {
    try await seed("a", "b", "c")
    await #expect(throws: Failure.staleVersion(current: 1)) {
      try await arrange.remove(2, if: .oneOf([2]))
    }
    _ = try await arrange.remove(2, if: .oneOf([1]))
    let gone = Failure.notFound(.eventCategory("2"))
    await #expect(throws: gone) { try await arrange.remove(2, if: .any) }
    await #expect(throws: gone) { try await arrange.item(2) }
    #expect(try await arrange.all().items.map(\.version) == [1, 1])
  }

  @Test func aFailureOfTheStoreIsPassedOn() async throws {
    store.fail(with: .unavailable(retryAfterSeconds: 3))
    let unavailable = Failure.unavailable(retryAfterSeconds: 3)
    await #expect(throws: unavailable) { try await browse.eventCards(from: nil) }
    await #expect(throws: unavailable) { try await arrange.all() }
    await #expect(throws: unavailable) { try await arrange.replace(with: .sample("a")) }
  }
}

extension EventCategoryDraft {
  /// The same with another title.
  fileprivate func titled(_ title: String) -> EventCategoryDraft {
    EventCategoryDraft(
      key: key, title: (try? Title(title)) ?? self.title, thumbnailImage: thumbnailImage,
      thumbnailTextImage: thumbnailTextImage)
  }
}

extension VersionCondition {
  fileprivate static func oneOf(_ versions: [Int]) -> VersionCondition {
    VersionCondition { versions.contains($0) }
  }
}

@Suite struct ShopUseCaseTests {
  let store = FakeStore()
  var browse: BrowseLists { BrowseLists(store, now: FakeClock("2026-03-01T00:00:00Z").now) }
  let origin = Origin("https://shop.example")

  @Test func bannersKeepOrderAndRepetitions() async throws {
    _ = try await store.loadOnce(try .sample())
    let banners = try await browse.banners(from: origin)
    #expect(banners.map(\.id) == [1, 2, 3])
    #expect(banners.map(\.content) == ["ON & OFF", "잇터 23SS", "ON & OFF"])
    #expect(banners[0].imageURL == banners[2].imageURL)
    #expect(banners[0].imageURL.hasPrefix("https://shop.example/images/0202"))
  }

  @Test func categoriesAndItemTypesKeepTheirNumbers() async throws {
    _ = try await store.loadOnce(try .sample())
    let categories = try await browse.categories()
    #expect(
      categories == [CategoryCell(id: 1, title: "상의"), CategoryCell(id: 2, title: "원피스/스커트")])
    let itemTypes = try await browse.itemTypes(from: nil)
    #expect(itemTypes.map(\.categoryID) == [1, 2, 2])
    #expect(itemTypes.map(\.id) == [1, 2, 3])
    #expect(try await browse.numberedItemTypes(from: nil).map(\.section) == [100, 401])
    #expect(itemTypes[1].imageURL.hasSuffix("/original.jpg"))
  }
}
