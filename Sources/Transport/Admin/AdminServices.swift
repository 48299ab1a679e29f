package import UseCases

/// What administrators intend, ready to be carried out.
///
/// Apart from all else, so that it can have connections of its own: who arranges the shop can do so
/// while the shop keeps all of the others busy.
package struct AdminServices: Sendable {
  let listEventCategories: ListEventCategories
  let findEventCategory: FindEventCategory
  let seedEventCategories: SeedEventCategories
  let addEventCategory: AddEventCategory
  let editEventCategory: EditEventCategory
  let removeEventCategory: RemoveEventCategory
  let storeImage: StoreImage
  let authenticateToken: AuthenticateToken
  /// Of writes that may be repeated.
  let answers: any AnswerRepository

  /// Joins the ports to the use cases that need them.
  package init(
    eventCategories: any EventCategoryRepository, images: any ImageRepository,
    answers: any AnswerRepository, authenticateToken: AuthenticateToken
  ) {
    listEventCategories = ListEventCategories(repository: eventCategories)
    findEventCategory = FindEventCategory(repository: eventCategories)
    seedEventCategories = SeedEventCategories(repository: eventCategories)
    addEventCategory = AddEventCategory(repository: eventCategories)
    editEventCategory = EditEventCategory(repository: eventCategories)
    removeEventCategory = RemoveEventCategory(repository: eventCategories)
    storeImage = StoreImage(repository: images)
    self.answers = answers
    self.authenticateToken = authenticateToken
  }
}
