// The same request in Swift: with MoaClient, or with URLSession where MoaClient has no method, as for
// vendors and administrators.

// The parameters of a list, by their names in the query and in `ProductQuery`.
const members = {
  sort: (value) => ({ price_asc: "sort: .priceAscending", price_desc: "sort: .priceDescending" })[value],
  on_sale: (value) => (value === "true" ? "onSale: true" : null),
  in_stock: (value) => (value === "true" ? "inStock: true" : null),
  vendor: (value) => `vendor: "${value}"`,
  event: (value) => `event: ${value}`,
  category: (value) => `category: ${value}`,
  item_type: (value) => `itemType: ${value}`,
  option: (value) => `options: [${JSON.stringify(value)}]`,
  facets: (value) => (value === "true" ? "wantsFacets: true" : null),
  limit: (value) => `pageSize: ${value}`,
};

function productQuery(values) {
  const parts = Object.entries(members)
    .filter(([name]) => values[name])
    .map(([name, member]) => member(values[name]))
    .filter(Boolean);
  return parts.length ? `ProductQuery(${parts.join(", ")})` : "";
}

// With a cursor or facets it is one page, otherwise the whole list.
function listProducts(values) {
  const isTile = values.variant === "tile";
  const query = productQuery(values);
  if (values.cursor || values.facets === "true") {
    const name = isTile ? "productTilePage" : "productPage";
    const parts = [query, values.cursor ? `after: "${values.cursor}"` : null];
    return `try await moa.${name}(${parts.filter(Boolean).join(", ")})`;
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
  const products = productQuery({ ...values, facets: null });
  const query = [
    JSON.stringify(values.q),
    sort ? `sort: ${searchSorts[sort]}` : null,
    products ? `products: ${products}` : null,
    values.brand ? `brands: [${JSON.stringify(values.brand)}]` : null,
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

const calls = {
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
  getAppConfig: ({ platform, version }) =>
    `try await moa.config(version: ${quoted(version || "1.0")}, platform: ${quoted(platform || "ios")})`,
  likeProduct: (values) => `try await moa.likes.set(${values.product_id}, liked: true)`,
  unlikeProduct: (values) => `try await moa.likes.set(${values.product_id}, liked: false)`,
  syncLikes: () => "try await moa.likes.sync()",
  listChanges: () => "try await moa.changes.refresh()",
  listRecentViews: () => "try await moa.recent.list()",
  noteView: (values) => `try await moa.recent.add(${values.id})`,
};

// A literal. Swift writes control characters otherwise than JSON.
function quoted(text) {
  const others = { b: "\\u{8}", f: "\\u{c}" };
  return JSON.stringify(text).replace(/\\(?:u([0-9a-f]{4})|(.))/g, (all, code, letter) =>
    code ? `\\u{${code}}` : (others[letter] ?? all),
  );
}

function lines(text) {
  return `Data(#"""\n${text}\n"""#.utf8)`;
}

// A part of a form: its head, and its content.
function part([name, value]) {
  const isFile = value instanceof File;
  const named = isFile ? `\\"; filename=\\"${value.name}\\"\\r\\nContent-Type: ${value.type}` : '\\"';
  const head = `--\\(boundary)\\r\\nContent-Disposition: form-data; name=\\"${name}`;
  return [
    `body += Data("${head}${named}\\r\\n\\r\\n".utf8)`,
    `body += ${isFile ? `try Data(contentsOf: URL(fileURLWithPath: ${quoted(value.name)}))` : lines(value)}`,
    'body += Data("\\r\\n".utf8)',
  ];
}

function content(body) {
  if (!body) return [];
  if (!(body instanceof FormData)) return [`request.httpBody = ${lines(body)}`];
  return [
    "let boundary = UUID().uuidString",
    'let type = "multipart/form-data; boundary=\\(boundary)"',
    'request.setValue(type, forHTTPHeaderField: "Content-Type")',
    "var body = Data()",
    ...[...body].flatMap(part),
    'body += Data("--\\(boundary)--\\r\\n".utf8)',
    "request.httpBody = body",
  ];
}

function plain({ url, options }) {
  const fields = Object.entries(options.headers ?? {});
  return [
    `var request = URLRequest(url: URL(string: ${quoted(location.origin + url)})!)`,
    options.method === "GET" ? null : `request.httpMethod = "${options.method}"`,
    ...fields.map(([name, value]) => `request.setValue(${quoted(value)}, forHTTPHeaderField: "${name}")`),
    ...content(options.body),
    "let (data, response) = try await URLSession.shared.data(for: request)",
  ].filter(Boolean).join("\n");
}

export function swift(operation, made) {
  return calls[operation]?.(made.values) ?? plain(made);
}
