// The same request with MoaClient. Likes and recent views have types of their own there, which send
// several requests for one call; vendors and administrators have no methods there.

// The parameters of a list, by their names in the query and in `ProductQuery`.
const members = {
  sort: (value) => ({ price_asc: "sort: .priceAscending", price_desc: "sort: .priceDescending" })[value],
  on_sale: (value) => (value === "true" ? "onSale: true" : null),
  in_stock: (value) => (value === "true" ? "inStock: true" : null),
  vendor: (value) => `vendor: "${value}"`,
  event: (value) => `event: ${value}`,
  category: (value) => `category: ${value}`,
  item_type: (value) => `itemType: ${value}`,
  limit: (value) => `pageSize: ${value}`,
};

function productQuery(values) {
  const parts = Object.entries(members)
    .filter(([name]) => values[name])
    .map(([name, member]) => member(values[name]))
    .filter(Boolean);
  return parts.length ? `ProductQuery(${parts.join(", ")})` : "";
}

// With a cursor it is one page, otherwise the whole list.
function listProducts(values) {
  const isTile = values.variant === "tile";
  const query = productQuery(values);
  if (values.cursor) {
    const name = isTile ? "productTilePage" : "productPage";
    return `try await moa.${name}(${query ? `${query}, ` : ""}after: "${values.cursor}")`;
  }
  const name = isTile ? "productTiles" : "products";
  return `for try await product in moa.${name}(${query}) {\n  print(product.title)\n}`;
}

const searchSorts = {
  relevance: ".relevance",
  newest: ".newest",
  price_asc: ".priceAscending",
  price_desc: ".priceDescending",
  reviews: ".reviews",
};

// One page: only a page has the number of matches.
function searchProducts({ sort, ...values }) {
  const products = productQuery(values);
  const query = [
    JSON.stringify(values.q),
    sort ? `sort: ${searchSorts[sort]}` : null,
    products ? `products: ${products}` : null,
    values.price_min ? `priceMin: ${values.price_min}` : null,
    values.price_max ? `priceMax: ${values.price_max}` : null,
  ];
  const parts = [
    `SearchQuery(${query.filter(Boolean).join(", ")})`,
    values.cursor ? `after: "${values.cursor}"` : null,
    values.facets === "false" ? "facets: false" : null,
  ];
  return `try await moa.searchPage(${parts.filter(Boolean).join(", ")})`;
}

function suggestSearches({ q, limit }) {
  return `try await moa.suggestions(for: ${JSON.stringify(q)}${limit ? `, limit: ${limit}` : ""})`;
}

export const swift = {
  getHomeScreen: () => "try await moa.homeScreen()",
  getCategoriesScreen: () => "try await moa.categoriesScreen()",
  getProductScreen: (values) => `try await moa.productScreen(${values.id})`,
  getEventScreen: (values) => `try await moa.eventScreen(${values.id})`,
  getProduct: (values) => `try await moa.product(${values.id})`,
  getBanner: () => "try await moa.banner()",
  getEventCategory: (values) => `try await moa.eventCategory(${values.id})`,
  listEventCategories: (values) =>
    `try await moa.eventCategories(${values.variant ? `.${values.variant}` : ""})`,
  listProducts,
  searchProducts,
  suggestSearches,
  listTrendingSearches: () => "try await moa.trendingSearches()",
};
