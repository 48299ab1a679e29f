// Korean titles, by the id of the call or the name of the group, and Korean texts, by the contract's English text. The
// texts about bodies, answers and their members are in `koreanbodies.mjs`.

export const groups = {
  Screens: "화면",
  Shop: "상점",
  Shoppers: "구매자",
  Vendors: "판매자",
  Administration: "관리",
  Images: "이미지",
  Health: "상태",
  Contract: "API 명세",
  Pages: "페이지",
};

export const titles = {
  getHomeScreen: "홈 화면 조회",
  getCategoriesScreen: "카테고리 화면 조회",
  getEventScreen: "기획전 화면 조회",
  getProductScreen: "상품 화면 조회",
  listEventCategories: "기획전 목록 조회",
  getEventCategory: "기획전 조회",
  getAppConfig: "앱 설정 조회",
  listProducts: "상품 목록 조회",
  registerProduct: "상품 등록",
  getProduct: "상품 조회",
  editProduct: "상품 수정",
  removeProduct: "상품 삭제",
  listChanges: "변경 사항 조회",
  getBanner: "할인 상품 배너 조회",
  searchProducts: "상품 검색",
  suggestSearches: "추천 검색어 조회",
  listTrendingSearches: "인기 검색어 조회",
  editVariant: "옵션 조합 수정",
  changeStock: "재고 변경",
  arrangeProductImages: "상품 이미지 구성",
  putProduct: "고유 키로 상품 등록·교체",
  changeProducts: "여러 상품 수정",
  replaceProducts: "여러 상품 등록·교체",
  addProductImage: "상품 이미지 업로드",
  listEventProducts: "기획전 상품 조회",
  replaceEventProducts: "기획전 상품 교체",
  restoreProduct: "삭제한 상품 복원",
  listAllProducts: "모든 판매자의 상품 목록 조회",
  countAllProducts: "모든 판매자의 상품 수 조회",
  getAdministrator: "토큰 소유자 조회",
  getSearchRules: "검색 규칙 조회",
  replaceSearchRules: "검색 규칙 교체",
  listUnfoundSearches: "결과 없는 검색어 조회",
  listHistory: "변경 기록 조회",
  getHistoryChange: "변경 내용 조회",
  undoHistoryChange: "변경 되돌리기",
  addImage: "이미지 추가",
  removeImage: "이미지 삭제",
  createDevice: "기기 등록",
  mergeDevices: "두 기기 합치기",
  removeDevice: "기기 삭제",
  listLikes: "좋아요 목록 조회",
  overlayLikes: "좋아요한 상품 확인",
  likeProduct: "상품 좋아요",
  unlikeProduct: "상품 좋아요 취소",
  syncLikes: "좋아요 동기화",
  listRecentViews: "최근 본 상품 조회",
  noteView: "최근 본 상품 기록",
  clearRecentViews: "최근 본 상품 모두 삭제",
  getImage: "이미지 조회",
  isAlive: "동작 여부 확인",
  isReady: "준비 여부 확인",
  checkHealth: "기존 앱의 동작 여부 확인",
  getContract: "API 명세 조회",
  getDialectContract: "기존 앱의 API 명세 조회",
  getEntryPoints: "시작 경로 조회",
  getReference: "API 문서 조회",
  getErrorPage: "오류 설명 조회",
  getIcon: "페이지 아이콘 조회",
  getWebFile: "페이지 파일 조회",
  getDesk: "상점 관리 페이지 조회",
  getDeskFile: "`/admin` 페이지 파일 조회",
  getProductPage: "상품 페이지 조회",
  getRobots: "검색 로봇 규칙 조회",
  getSitemap: "상품 페이지 목록 조회",
  getIOSApps: "상품 페이지를 여는 iOS 앱 조회",
  getAndroidApps: "상품 페이지를 여는 Android 앱 조회",
  listCategoriesForAdministration: "전체 카테고리 조회",
  replaceCategories: "카테고리 교체",
  listItemTypesForAdministration: "전체 품목 조회",
  replaceItemTypes: "품목 교체",
  listEventCategoriesForAdministration: "전체 기획전 조회",
  replaceEventCategories: "기획전 교체",
  addEventCategory: "기획전 추가",
  getEventCategoryForAdministration: "관리용 기획전 조회",
  editEventCategory: "기획전 수정",
  removeEventCategory: "기획전 삭제",
  listEventBannersForAdministration: "전체 배너 조회",
  replaceEventBanners: "배너 교체",
  listHomeSectionsForAdministration: "전체 홈 화면 섹션 조회",
  replaceHomeSections: "홈 화면 섹션 교체",
  previewHomeScreen: "홈 화면 미리 보기",
  previewCategoriesScreen: "카테고리 화면 미리 보기",
  previewEventScreen: "기획전 화면 미리 보기",
  listAppConfigsForAdministration: "전체 앱 설정 조회",
  replaceAppConfigs: "앱 설정 교체",
  addAppConfig: "앱 설정 추가",
  getAppConfigForAdministration: "관리용 앱 설정 조회",
  editAppConfig: "앱 설정 수정",
  removeAppConfig: "앱 설정 삭제",
};

export const texts = {
  "A commerce backend-for-frontend: answers are ready to draw in the cells of an app.\n\nMembers that have nothing to say are left out; no answer holds `null`. Clients ignore members and words that they do not know. Times are RFC 3339 in UTC, in whole seconds.\n\nErrors are pages for a client that names `text/html` in `Accept`, as browsers do.":
    "앱을 위한 커머스 백엔드입니다. 응답을 그대로 앱의 셀에 그릴 수 있습니다.\n\n값이 없는 항목은 응답에서 빠지며, `null`은 쓰지 않습니다. 클라이언트는 모르는 항목과 값을 무시해야 합니다. 시각은 초 단위의 RFC 3339 UTC입니다.\n\n브라우저처럼 `Accept`에 `text/html`을 보내는 클라이언트는 오류를 페이지로 받습니다.",
  "One request for each screen. No authentication required.":
    "요청 하나로 화면 하나를 받습니다. 인증이 필요하지 않습니다.",
  "What screens of an app draw. No authentication required.":
    "앱의 화면에 그릴 내용입니다. 인증이 필요하지 않습니다.",
  "Likes and recently viewed products of a device, by its token.":
    "기기의 좋아요와 최근 본 상품입니다. 기기 토큰이 필요합니다.",
  "What vendors do with their products.":
    "판매자가 자신의 상품을 관리합니다.",
  "Arranging the shop, with an administrator's token.":
    "상점을 구성합니다. 관리자 토큰이 필요합니다.",
  "Pictures under URLs whose bytes never change.":
    "내용이 바뀌지 않는 URL의 이미지입니다.",
  "For load balancers.":
    "로드 밸런서를 위한 호출입니다.",
  "The parameters and answers of every call.":
    "모든 호출의 매개변수와 응답입니다.",
  "For web views and browsers, and for links that open an app.":
    "웹 뷰와 브라우저, 그리고 앱을 여는 링크를 위한 호출입니다.",
  "The `ETag` of an earlier answer: 304 without content if it still holds.":
    "이전 응답의 `ETag`입니다. 바뀌지 않았으면 내용 없이 304를 받습니다.",
  "The language of what the server itself says: `ko` or `en`.":
    "서버가 쓰는 문구의 언어입니다. `ko` 또는 `en`을 씁니다.",
  "1 to 255 visible ASCII characters, new for each write: sent again, the write is made once.":
    "1~255자의 ASCII 문자로, 쓰기마다 새로 만듭니다. 같은 키로 다시 보내도 한 번만 처리합니다.",
  "The `ETag` of what the change was made for; `*` for whatever is there.":
    "변경하려는 대상의 `ETag`입니다. 현재 상태와 관계없이 변경하려면 `*`를 씁니다.",
  "Tells what would change, and writes nothing.":
    "저장하지 않고 무엇이 바뀌는지만 알려 줍니다.",
  "Of the event category.":
    "기획전의 id입니다.",
  "The id of the variant to show first, as in a link; of an unknown one the first that can be bought is shown.":
    "링크처럼 처음 보여 줄 옵션 조합의 id입니다. 모르는 id이면 살 수 있는 첫 조합을 보여 줍니다.",
  "The product's id.":
    "상품의 id입니다.",
  "The id of a product.":
    "상품의 id입니다.",
  "Of the vendor's product.":
    "판매자가 등록한 상품의 id입니다.",
  "Of the variant.":
    "옵션 조합의 id입니다.",
  "For systems that sell the same goods elsewhere. All operations are carried out or none. If too little is in stock, the answer is 409, and `at_most` of its errors is what is left. An operation is carried out once by its `id`, however often it is sent within 30 days.":
    "같은 상품을 다른 곳에서도 파는 시스템을 위한 호출입니다. 모든 작업을 처리하거나 하나도 처리하지 않습니다. 재고가 모자라면 409로 응답하고 남은 수량을 `errors`의 `at_most`에 알려 줍니다. `id`가 같은 작업은 30일 동안 몇 번을 보내도 한 번만 처리합니다.",
  "Of the app configuration.":
    "앱 설정의 id입니다.",
  "How many items a page has.":
    "한 페이지의 항목 수입니다.",
  "`next_cursor` of the page before, asked with the same query.":
    "이전 페이지의 `next_cursor`입니다. 나머지 쿼리는 같아야 합니다.",
  "`next_cursor` of the page before, asked with the same `q`.":
    "이전 페이지의 `next_cursor`입니다. `q`는 같아야 합니다.",
  "Only what is discounted.":
    "할인 상품만 찾습니다.",
  "Only what is not sold out.":
    "품절되지 않은 상품만 찾습니다.",
  "Only products with this value of an option: its name, a colon and the value. Values of one option are alternatives. One variant has a value of each option, and is in stock with `in_stock`.":
    "이 옵션값이 있는 상품만 찾습니다. 옵션 이름, 쌍점, 값의 순서로 씁니다. 한 옵션의 값이 여럿이면 그중 하나만 맞아도 됩니다. 옵션이 여럿이면 한 가지 조합이 모두 맞아야 하고, `in_stock`을 함께 쓰면 그 조합의 재고가 있어야 합니다.",
  "Only what this vendor sells.":
    "이 판매자의 상품만 찾습니다.",
  "Only what belongs to the event category with this id, while it is live.":
    "이 id의 기획전에 속한 상품만 찾습니다. 진행 중인 기획전이어야 합니다.",
  "The text to search for: 1 to 100 characters.":
    "검색어입니다. 1~100자입니다.",
  "The digest of the original.":
    "원본의 다이제스트입니다.",
  "Which of the two pictures; both without it.":
    "두 이미지 중 하나를 고릅니다. 없으면 둘 다 받습니다.",
  "Of the app.":
    "앱의 플랫폼입니다.",
  "Of the app, compared number by number.":
    "앱의 버전입니다. 숫자끼리 차례로 비교합니다.",
  "The order of the list: with `event` by default `arranged`, as administrators arranged the event, otherwise `newest`.":
    "목록의 순서입니다. `event`가 있으면 기본값은 관리자가 정한 순서인 `arranged`이고, 없으면 `newest`입니다.",
  "Only what is of an item type of the category with this id.":
    "이 id의 카테고리에 속한 품목의 상품만 찾습니다.",
  "Only what is of the item type with this id.":
    "이 id의 품목에 속한 상품만 찾습니다.",
  "`cell` for rows and cards, `tile` for grids of small pictures.":
    "행과 카드에는 `cell`, 작은 이미지의 격자에는 `tile`을 씁니다.",
  "The order of what is found.":
    "검색 결과의 순서입니다.",
  "Only what is of an item type of one of these categories.":
    "이 카테고리들에 속한 품목의 상품만 찾습니다.",
  "Only what is of one of these item types.":
    "이 품목들에 속한 상품만 찾습니다.",
  "Only what is of one of these brands: a `name` of `facets.brands`.":
    "이 브랜드들의 상품만 찾습니다. `facets.brands`의 `name`을 씁니다.",
  "Only what costs this much at least, in won.":
    "이 금액 이상인 상품만 찾습니다. 단위는 원입니다.",
  "Only what costs this much at most, in won.":
    "이 금액 이하인 상품만 찾습니다. 단위는 원입니다.",
  "Whether the first page has `facets`.":
    "첫 페이지에 `facets`를 넣을지 정합니다.",
  "How many terms are wanted; of products there are at most 5.":
    "추천 검색어의 수입니다. 상품은 최대 5개입니다.",
  "Removes the devices merged with this one, and not this one.":
    "이 기기가 아니라, 이 기기와 합친 다른 기기들을 삭제합니다.",
  "Part of the title, in any case, with or without marks.":
    "상품 이름의 일부입니다. 대소문자와 발음 부호는 구분하지 않습니다.",
  "Ids of products, at most 100, with commas between.":
    "상품 id를 쉼표로 이어 최대 100개까지 씁니다.",
  "`next` of the answer before; left out at first.":
    "이전 응답의 `next`입니다. 처음에는 보내지 않습니다.",
  "The size and the format.":
    "크기와 형식입니다.",
  "The apps of one shop; `GET /` lists these contracts.":
    "앱의 종류입니다. `GET /`에 목록이 있습니다.",
  "The code.":
    "오류 코드입니다.",
  "The name of the file.":
    "파일 이름입니다.",
  "The number of a part, from 1; 0 for the list of parts.":
    "1부터 시작하는 부분의 번호입니다. 0은 부분의 목록입니다.",
  "Every page says in `page.next_cursor` how to go on. A product never comes twice, whatever is bought or registered meanwhile.":
    "다음 페이지는 `page.next_cursor`로 이어집니다. 그사이 상품이 팔리거나 등록되어도 같은 상품이 두 번 나오지 않습니다.",
  "Ask without parameters before you load lists, keep `next`, and send it as `since` later. With `products` the answer has the cells of those that changed. Without `products` it is a page of all changes, at most 500. A change of `like_count` alone is not told. Changes are told about two seconds after they were made.":
    "목록을 불러오기 전에 매개변수 없이 호출해 `next`를 보관하고, 나중에 `since`로 보냅니다. `products`를 쓰면 그 가운데 바뀐 상품을 셀로 받습니다. 쓰지 않으면 모든 변경 사항을 한 번에 500개까지 받습니다. `like_count`만 바뀐 것은 알리지 않습니다. 변경 사항은 2초쯤 뒤에 나타납니다.",
  "A hidden one is there for its vendor alone, by the credentials of writes.":
    "숨긴 상품은 쓰기와 같은 인증 정보를 보낸 그 판매자만 볼 수 있습니다.",
  "A repeat changes nothing, not even the version. Members that are left out go back to what holds without them; pictures stay.":
    "같은 내용을 다시 보내면 버전을 포함해 아무것도 바뀌지 않습니다. 보내지 않은 항목은 기본값으로 돌아가고, 이미지는 그대로 남습니다.",
  "Items are JSON merge patches, each of an `id` and a `version` or of a `key`. At most 500. All are written or none, unless `partial=true`. An item that equals what is stored changes nothing. A dry run shows products in the first 8 MB of its answer.":
    "항목은 JSON 병합 패치이며, `id`와 `version` 또는 `key`로 상품을 가리킵니다. 최대 500개입니다. `partial=true`가 아니면 모두 적용되거나 하나도 적용되지 않습니다. 저장된 내용과 같은 항목은 아무것도 바꾸지 않습니다. 모의 실행은 응답의 처음 8 MB까지 상품을 보여줍니다.",
  "Items are whole products, each of a `key`, or of an `id` and a `version`. At most 500. All are written or none, unless `partial=true`. An item that equals what is stored changes nothing. A dry run shows products in the first 8 MB of its answer.":
    "항목은 상품 전체이며, `key` 또는 `id`와 `version`으로 상품을 가리킵니다. 최대 500개입니다. `partial=true`가 아니면 모두 적용되거나 하나도 적용되지 않습니다. 저장된 내용과 같은 항목은 아무것도 바꾸지 않습니다. 모의 실행은 응답의 처음 8 MB까지 상품을 보여줍니다.",
  "Products name it by its digest. It is kept for 23 hours, and then for as long as a product shows it. It counts in the daily quota.":
    "상품은 다이제스트로 이 이미지를 가리킵니다. 23시간 동안 보관하며, 그 뒤에는 상품에 쓰이는 동안만 남습니다. 하루 업로드 한도에 포함됩니다.",
  "The vendor's own name of the product: a handle, an article number.":
    "판매자가 정한 상품 이름(핸들, 상품 번호 등)입니다.",
  "Writes the items that can be written, and refuses the others.":
    "적용할 수 있는 항목만 적용하고 나머지는 거절합니다.",
  "Whose products they are; for administrators.":
    "누구의 상품인지 나타냅니다. 관리자용입니다.",
  "A form: `params` first, as JSON, then 1 to 10 parts named `images`.":
    "폼으로 보냅니다. JSON인 `params`가 먼저이고, 이름이 `images`인 부분이 1~10개 이어집니다.",
  "A JSON merge patch (RFC 7396): what is left out stays. `variants` are replaced as a whole; price and stock of a product with variants are derived from theirs.":
    "JSON 병합 패치(RFC 7396)입니다. 보내지 않은 항목은 그대로 남습니다. `variants`는 통째로 바뀌고, 옵션이 있는 상품의 가격과 재고는 옵션 조합에서 정해집니다.",
  "A JSON merge patch (RFC 7396): members that are left out stay.":
    "JSON 병합 패치(RFC 7396)입니다. 보내지 않은 항목은 그대로 남습니다.",
  "Also hidden ones, and with `status=removed` those removed within 30 days. A page may have fewer products than `limit`, or none; there are more as long as it has `next`. With `ids` it is one page of these products, hidden or not, and other parameters do not count.":
    "숨긴 상품도 나옵니다. `status=removed`이면 30일 안에 삭제한 상품이 나옵니다. 한 페이지의 상품이 `limit`보다 적거나 없을 수 있습니다. `next`가 있으면 다음 페이지가 있습니다. `ids`를 쓰면 숨긴 상품을 포함해 그 상품들이 한 페이지에 나오고, 다른 매개변수는 쓰지 않습니다.",
  "The states are those of the list's `status`; a product may be in several. At most 100000 are counted.":
    "상태는 목록의 `status`와 같고, 상품 하나가 여러 상태일 수 있습니다. 100000개까지만 셉니다.",
  "Words to find, as in searches; hidden and removed products are found by their titles.":
    "찾을 단어입니다. 검색할 때와 같이 찾습니다. 숨기거나 삭제한 상품은 이름에서만 찾습니다.",
  "Only products in this state; by default all that are not removed.":
    "이 상태의 상품만 찾습니다. 기본값은 삭제하지 않은 모든 상품입니다.",
  "`newest`, or `price` for the cheapest first; of removed products always the last removed first, of those without pictures the newest.":
    "`newest`는 최신순, `price`는 낮은 가격순입니다. 삭제한 상품은 항상 최근에 삭제한 순서로, 사진이 없는 상품은 최신순으로 나옵니다.",
  "`next` of the page before, asked with the same query.":
    "이전 페이지의 `next`입니다. 나머지 쿼리는 같아야 합니다.",
  "For its vendor and for administrators. It can be restored within 30 days.":
    "판매자와 관리자가 삭제합니다. 30일 안에 복원할 수 있습니다.",
  "For its vendor and for administrators, within 30 days of its removal, unless another product has its key or an article number meanwhile. A product that is not removed stays as it is.":
    "판매자와 관리자가 삭제한 지 30일 안에 복원할 수 있습니다. 그사이 다른 상품이 키나 품번을 쓰고 있으면 복원하지 않습니다. 삭제하지 않은 상품은 그대로 남습니다.",
  "What at least 5 devices have searched for within 24 hours and what finds nothing, without banned queries. Synonyms and redirects mend it.":
    "24시간 안에 기기 5대 이상이 검색했지만 결과가 없는 검색어입니다. 금지한 검색어는 빠집니다. 같은 말이나 바로가기를 등록하면 찾을 수 있습니다.",
  "What at least 5 devices have searched for and found within 24 hours; the longer ago, the less a search counts. Without queries that are banned or find nothing any more. Empty where the operator has it switched off.":
    "최근 24시간 동안 5대 이상의 기기에서 검색해 결과를 얻은 검색어입니다. 오래된 검색일수록 적게 반영합니다. 금지어이거나 더는 결과가 없는 검색어는 빠집니다. 운영자가 이 기능을 껐다면 비어 있습니다.",
  "The whole list, in the order of display. `GET /v1/products?event=` shows them too. Needs `If-Match`.":
    "전체 목록을 표시 순서대로 보냅니다. `GET /v1/products?event=`에도 이 순서로 나옵니다. `If-Match`가 필요합니다.",
  "It is decoded and encoded anew: upright, in sRGB, without place and camera.":
    "이미지를 새로 인코딩합니다. 방향을 바로잡고 sRGB로 바꾸며, 촬영 위치와 카메라 정보는 지웁니다.",
  "For good and everywhere: products lose it, items of lists show a placeholder, and uploads of it are refused as `removed_image`. Caches in front of the server may keep it; remove it there too.":
    "모든 곳에서 완전히 삭제합니다. 상품에서는 빠지고, 목록에는 대체 이미지가 표시되며, 다시 올리면 `removed_image`로 거절합니다. 서버 앞의 캐시에 남아 있을 수 있으므로 그곳에서도 삭제하십시오.",
  "No authentication required. With the token an app reads and changes what the device likes: keep it where the system keeps secrets. A device that is not seen for 400 days, or without likes for a week, is forgotten.":
    "인증이 필요하지 않습니다. 토큰이 있으면 그 기기의 좋아요를 읽고 바꿀 수 있으므로 시스템의 보안 저장소에 보관하십시오. 400일 동안 쓰지 않은 기기, 좋아요 없이 일주일이 지난 기기는 지워집니다.",
  "Takes the token back, as when a shopper signs out. Likes and views go with the last device that has them. With `others`, the devices merged with this one are removed instead: do that when one of them was lost.":
    "로그아웃할 때처럼 토큰을 무효로 합니다. 좋아요와 최근 본 상품은 그것을 쓰는 마지막 기기와 함께 지워집니다. `others`를 쓰면 이 기기와 합친 다른 기기들이 삭제됩니다. 그중 하나를 잃어버렸을 때 쓰십시오.",
  "What the other device likes and has looked at moves to this one, without doubles, and the other one goes on with it. Repeating it changes nothing.":
    "다른 기기의 좋아요와 최근 본 상품을 이 기기로 합칩니다. 중복은 없앱니다. 다른 기기도 합친 내용을 함께 씁니다. 반복해도 결과는 같습니다.",
  "A product stays in the list whatever becomes of it: sold out, it is not available; removed, it is drawn as it was when it was liked, for 30 days with its picture.":
    "품절되거나 삭제된 상품도 목록에 남습니다. 품절된 상품은 구매할 수 없는 상태로 표시됩니다. 삭제된 상품은 좋아요를 눌렀을 때의 모습으로 표시되며, 이미지는 30일 동안 남습니다.",
  "For screens that all share: their answers say nothing of anybody's likes.":
    "모두에게 같은 화면에 씁니다. 그런 응답에는 누구의 좋아요도 들어 있지 않습니다.",
  "One that is liked already stays where it is in the list. A removed product is 404, unless this shopper liked it before.":
    "이미 좋아요를 누른 상품은 목록에서 자리가 바뀌지 않습니다. 삭제된 상품은 이 구매자가 전에 좋아요를 누른 적이 없으면 404입니다.",
  "The last 100 products are kept.":
    "최근 상품 100개까지 남습니다.",
  "Answers have whole URLs of it; they never change their meaning. A query is ignored: pages add one to avoid their cache.":
    "응답에 전체 URL이 들어 있습니다. 한 URL의 내용은 바뀌지 않습니다. 쿼리는 무시합니다.",
  "For web views and browsers, without scripts. Its head has what previews of links show (Open Graph). Refusals are pages, too.":
    "웹 뷰와 브라우저를 위한 페이지로, 스크립트가 없습니다. 링크 미리보기에 필요한 정보(Open Graph)가 들어 있습니다. 오류도 페이지로 응답합니다.",
  "Finds every part of a title, a brand or a maker, from one letter on, all words in any order. What finds nothing is read as half typed, as initials (`ㅁㄱㅋ`) or as typed on the wrong keyboard (`ajrmzjq`), and at last with one typing mistake corrected, which `corrected_query` tells. By `relevance` of frequent words the best few hundred can be reached; other orders end with the last match.":
    "상품 이름, 브랜드, 제조사의 일부를 한 글자부터 찾습니다. 단어의 순서는 상관없습니다. 결과가 없으면 덜 입력한 글자, 초성(`ㅁㄱㅋ`), 다른 자판으로 친 글자(`ajrmzjq`)로 보고 찾고, 마지막으로 오타 하나를 고쳐 찾습니다. 고친 검색어는 `corrected_query`에 있습니다. 흔한 단어를 `relevance` 순서로 찾으면 가장 잘 맞는 수백 개까지 볼 수 있습니다. 다른 순서로는 끝까지 볼 수 있습니다.",
  "Completes the last word: half typed (`아이ㅍ`), by its initials (`ㅁㄱ`), or as typed on the wrong keyboard (`ajrm`); the words before it stay in front. After another word only words are suggested that products have together with it.":
    "마지막 단어를 완성합니다. 덜 입력한 글자(`아이ㅍ`), 초성(`ㅁㄱ`), 다른 자판으로 친 글자(`ajrm`)도 알아봅니다. 앞의 단어는 그대로 남습니다. 앞에 단어가 있으면 그 단어와 함께 상품에 쓰인 단어만 추천합니다.",
  "The pictures that the product shall have, in the order of display; the first is the cover. New pictures come as a form whose parts named `images` are ids of pictures that stay, or files.":
    "상품의 이미지를 표시 순서대로 모두 보냅니다. 첫 이미지가 대표 이미지입니다. 새 이미지가 있으면 폼으로 보냅니다. 이름이 `images`인 부분에 남길 이미지의 id나 새 파일을 넣습니다.",
  "The whole document; what is missing is removed. The next search on any server knows it. Case, width and composition of words do not count.":
    "전체 규칙을 보냅니다. 빠진 것은 삭제됩니다. 모든 서버에서 다음 검색부터 적용됩니다. 대소문자, 전각과 반각, 자모의 조합 방식은 구분하지 않습니다.",
  "Each operation is carried out once, however often it is sent and in whatever order: of a product holds the one with the latest `at`, of one moment the one with the higher `op_id`. One that lies more than five minutes ahead or ninety days back is refused. An answer that is whole replaces all that the device knew.":
    "각 작업은 몇 번을 어떤 순서로 보내도 한 번만 처리합니다. 상품마다 `at`이 가장 늦은 작업이 남고, 시각이 같으면 `op_id`가 큰 작업이 남습니다. 5분 넘게 앞서거나 90일 넘게 지난 작업은 거절합니다. `is_whole`인 응답은 기기에 있는 내용을 모두 대신합니다.",
  "Stores nothing. `drafts` has lists as a file for `moa seed` has them, is judged as such a file is, and may have been read at any version. New items without an id have the next ids after the largest one.":
    "아무것도 저장하지 않습니다. `drafts`에는 `moa seed` 파일과 같은 형식의 목록을 넣으며, 그 파일과 같은 규칙으로 검사합니다. 어느 버전에서 조회한 목록이든 괜찮습니다. id가 없는 새 항목은 가장 큰 id의 다음 번호를 받습니다.",
  "Items with the same `id` stay the same; items that are missing are removed, unless something else still needs them. Needs `If-Match`, or in the body what was read: the `version` of the list or of an item.":
    "`id`가 같으면 같은 항목입니다. 빠진 항목은 다른 곳에서 쓰고 있지 않으면 삭제됩니다. `If-Match`가 필요합니다. 또는 조회한 목록이나 항목의 `version`을 본문에 넣습니다.",
  "Items with the same `key` stay the same; items that are missing are removed, unless something else still needs them. Needs `If-Match`, or in the body what was read: the `version` of the list, or the `id` or `version` of an item.":
    "`key`가 같으면 같은 항목입니다. 빠진 항목은 다른 곳에서 쓰고 있지 않으면 삭제됩니다. `If-Match`가 필요합니다. 또는 조회한 목록의 `version`이나 항목의 `id`와 `version`을 본문에 넣습니다.",
  "Items with the same `platform` stay the same; items that are missing are removed, unless something else still needs them. Needs `If-Match`, or in the body what was read: the `version` of the list, or the `id` or `version` of an item.":
    "`platform`이 같으면 같은 항목입니다. 빠진 항목은 다른 곳에서 쓰고 있지 않으면 삭제됩니다. `If-Match`가 필요합니다. 또는 조회한 목록의 `version`이나 항목의 `id`와 `version`을 본문에 넣습니다.",
};
