import Domain
import Fakes
import Testing
import UseCases
import ViewData

@Suite struct EventCategoryUseCaseTests {
  let store = FakeStore()
  let clock = FakeClock("2026-03-01T00:00:00Z")

  var seed: SeedEventCategories { SeedEventCategories(repository: store, images: store) }
  var add: AddEventCategory { AddEventCategory(repository: store, images: store) }
  var edit: EditEventCategory { EditEventCategory(repository: store, images: store) }
  var remove: RemoveEventCategory { RemoveEventCategory(repository: store) }
  var list: ListEventCategories { ListEventCategories(repository: store) }
  var find: FindEventCategory { FindEventCategory(repository: store) }

  @Test func aScreenGetsTheOnePictureItShows() async throws {
    _ = try await seed(try .sample("luxury"), dryRun: false)
    let browse = BrowseEventCategories(repository: store, now: clock.now)
    let origin = Origin("https://shop.example")
    #expect(
      try await browse.cells(.thumbnail, from: origin) == [
        EventCategoryCell(
          id: 1, title: "행사 luxury", imageURL: "https://shop.example/banners/luxury.png",
          image: nil, link: CellLink(kind: "event", id: 1), position: 1)
      ])
    #expect(
      try await browse.cells(.text, from: origin).map(\.imageURL) == [
        "https://cdn.example/luxury-text.png"
      ])
    #expect(
      try await browse.cards(from: nil) == [
        EventCategoryCard(
          id: 1, title: "행사 luxury", thumbnailImageURL: "/banners/luxury.png", thumbnailImage: nil,
          thumbnailTextImageURL: "https://cdn.example/luxury-text.png", thumbnailTextImage: nil,
          link: CellLink(kind: "event", id: 1), position: 1)
      ])
  }

  @Test func onlyLiveOnesAreShownAndAllAreListed() async throws {
    let time = "2026-03-01T00:00:00Z"
    let drafts = [
      try EventCategoryDraft.sample("over", to: time), try .sample("starting", from: time),
      try .sample("coming", from: "2026-03-01T00:00:01Z"), try .sample("always"),
    ]
    _ = try await seed(try EventCategoryList(drafts), dryRun: false)
    let browse = BrowseEventCategories(repository: store, now: clock.now)
    #expect(try await browse.cells(.text, from: nil).map(\.position) == [2, 4])
    clock.set(.latest)
    #expect(try await browse.cells(.text, from: nil).map(\.position) == [2, 3, 4])
    #expect(try await list().items.map(\.key.text) == ["over", "starting", "coming", "always"])
  }

  @Test func aDryRunTellsWhatARunTells() async throws {
    _ = try await seed(try .sample("a", "b", "c"), dryRun: false)
    let wanted = try EventCategoryList.sample("a", "c", "d")
    let dry = try await seed(wanted, dryRun: true)
    #expect(try await list().items.map(\.key.text) == ["a", "b", "c"])
    let real = try await seed(wanted, dryRun: false)
    #expect(dry.counts == real.counts)
    #expect(dry.version == 2)
    #expect(real.version == 3)
    #expect(real.counts.created == 1)
    #expect(real.counts.updated == 1)
    #expect(real.counts.unchanged == 1)
    #expect(real.counts.removed == 1)
    #expect(try await list().items.map(\.key.text) == ["a", "c", "d"])
  }

  @Test func anAdditionComesLast() async throws {
    _ = try await seed(try .sample("a"), dryRun: false)
    let added = try await add(try .sample("b"))
    // That of the list before: no row that was removed had it.
    #expect(added.position == 2)
    #expect(added.version == 2)
    #expect(try await find(added.id) == added)
  }

  @Test func aKeyIsGivenOnce() async throws {
    _ = try await seed(try .sample("a", "b"), dryRun: false)
    let taken = Failure.conflict(.keyTaken(try Slug("a")))
    await #expect(throws: taken) { try await add(try .sample("a")) }
    var patch = EventCategoryPatch()
    patch.key = try Slug("a")
    await #expect(throws: taken) { try await edit(2, patch, if: .any) }
    #expect(try await edit(1, patch, if: .any).version == 1)
  }

  @Test func theListIsFullAtFiveHundred() async throws {
    let drafts = try (0..<500).map { try EventCategoryDraft.sample("key-\($0)") }
    _ = try await seed(try EventCategoryList(drafts), dryRun: false)
    await #expect(throws: Failure.conflict(EventCategoryList.tooMany)) {
      try await add(try .sample("one-more"))
    }
  }

  @Test func anEditNeedsTheVersionThatItWasMadeFor() async throws {
    _ = try await seed(try .sample("a", "b"), dryRun: false)
    var patch = EventCategoryPatch()
    patch.title = try Title("새 제목")
    let edited = try await edit(1, patch, if: .oneOf([1]))
    #expect(edited.version == 2)
    #expect(edited.title.text == "새 제목")
    for condition in [VersionCondition.oneOf([1]), .oneOf([]), .oneOf([3, 4])] {
      await #expect(throws: Failure.staleVersion(current: 2)) {
        try await edit(1, patch, if: condition)
      }
    }
    await #expect(throws: Failure.notFound(.eventCategory("9"))) {
      try await edit(9, patch, if: .any)
    }
    #expect(try await edit(1, patch, if: .oneOf([7, 2])).version == 2)
    #expect(try await find(2).version == 1)
  }

  @Test func anEditThatTurnsTheTimesRoundIsRejected() async throws {
    let draft = try EventCategoryDraft.sample("a", from: "2026-03-01T00:00:00Z")
    _ = try await add(draft)
    var patch = EventCategoryPatch()
    patch.endsAt = .set(.earliest)
    let failure = await #expect(throws: Failure.self) { try await edit(1, patch, if: .any) }
    guard case .rejected(let fieldErrors) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(fieldErrors.map(\.pointer) == ["/ends_at"])
    #expect(try await find(1).draft == draft)
  }

  @Test func aRemovalLeavesTheOthersAsTheyAre() async throws {
    _ = try await seed(try .sample("a", "b", "c"), dryRun: false)
    await #expect(throws: Failure.staleVersion(current: 1)) { try await remove(2, if: .oneOf([2])) }
    try await remove(2, if: .oneOf([1]))
    let gone = Failure.notFound(.eventCategory("2"))
    await #expect(throws: gone) { try await remove(2, if: .any) }
    await #expect(throws: gone) { try await find(2) }
    #expect(try await list().items.map(\.position) == [1, 3])
    #expect(try await list().items.map(\.version) == [1, 1])
  }

  @Test func aFailureOfTheStoreIsPassedOn() async throws {
    store.fail(with: .unavailable(retryAfterSeconds: 3))
    let browse = BrowseEventCategories(repository: store, now: clock.now)
    let unavailable = Failure.unavailable(retryAfterSeconds: 3)
    await #expect(throws: unavailable) { try await browse.cards(from: nil) }
    await #expect(throws: unavailable) { try await list() }
    await #expect(throws: unavailable) { try await seed(try .sample("a"), dryRun: false) }
  }
}

extension ListReport {
  fileprivate var numbers: [Int] { [created, updated, unchanged, removed] }
}

extension VersionCondition {
  fileprivate static func oneOf(_ versions: [Int]) -> VersionCondition {
    VersionCondition { versions.contains($0) }
  }
}
