// "Try it": a form for one operation, what it sends in curl and Swift, and what comes back.

import { curl } from "./curl.mjs";
import { coloured, copyButton, element } from "./dom.mjs";

// How MoaClient asks the same; other operations have no method there.
const swift = {
  getHomeScreen: () => "try await moa.homeScreen()",
  getCategoriesScreen: () => "try await moa.categoriesScreen()",
  getProductScreen: (values) => `try await moa.productScreen(${values.id})`,
  getEventScreen: (values) => `try await moa.eventScreen(${values.id})`,
  getProduct: (values) => `try await moa.product(${values.id})`,
  getBanner: () => "try await moa.banner()",
  getEventCategory: (values) => `try await moa.eventCategory(${values.id})`,
  listEventCategories: (values) =>
    `try await moa.eventCategories(${values.variant ? `.${values.variant}` : ""})`,
  listProducts: (values) => {
    const tile = values.variant === "tile";
    const parts = [];
    if (values.sort === "price_asc") parts.push("sort: .priceAscending");
    if (values.sort === "price_desc") parts.push("sort: .priceDescending");
    if (values.on_sale === "true") parts.push("onSale: true");
    if (values.in_stock === "true") parts.push("inStock: true");
    if (values.vendor) parts.push(`vendor: "${values.vendor}"`);
    if (values.event) parts.push(`event: ${values.event}`);
    const query = parts.length ? `ProductQuery(${parts.join(", ")})` : "";
    return `for try await product in moa.${tile ? "productTiles" : "products"}(${query}) {\n  print(product.title)\n}`;
  },
};

function field(id, parameter) {
  const { schema } = parameter;
  const words = schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : null);
  const example = parameter.example ?? "";
  if (words) {
    const options = ["", ...words].map((word) => element("option", { value: word }, word));
    return element("select", { id, name: parameter.name }, options);
  }
  return element("input", {
    id,
    name: parameter.name,
    value: parameter.in === "path" ? example : "",
    placeholder: schema.default ?? "",
    required: parameter.in === "path",
    autocomplete: "off",
  });
}

// What the form says, as a request.
function request(form, method, path, operation) {
  const values = Object.fromEntries(new FormData(form));
  const headers = {};
  const query = new URLSearchParams();
  let address = path;
  for (const parameter of operation.parameters ?? []) {
    const value = values[parameter.name];
    if (!value) continue;
    if (parameter.in === "path") {
      address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
    } else if (parameter.in === "query") {
      query.append(parameter.name, value);
    } else {
      headers[parameter.name] = value;
    }
  }
  if (values.authorization) headers.Authorization = `Bearer ${values.authorization}`;
  if (values.body) headers["Content-Type"] = "application/json";
  const items = query.toString();
  return {
    url: address + (items ? `?${items}` : ""),
    options: { method: method.toUpperCase(), headers, body: values.body || undefined },
    values,
  };
}

async function send(result, made) {
  result.replaceChildren(element("p", {}, "Waiting for the answer"));
  try {
    const response = await fetch(made.url, made.options);
    const type = response.headers.get("Content-Type") ?? "";
    const shown = [element("p", {}, element("strong", {}, `${response.status} ${response.statusText}`))];
    if (type.startsWith("image/")) {
      const address = URL.createObjectURL(await response.blob());
      shown.push(element("img", { src: address, alt: "The picture that came" }));
    } else {
      const text = await response.text();
      const value = type.includes("json") && text ? coloured(JSON.parse(text)) : element("code", {}, text);
      shown.push(element("pre", { tabindex: "0", "aria-label": "Answer" }, value));
    }
    result.replaceChildren(...shown);
  } catch (error) {
    result.replaceChildren(element("p", {}, `Nothing came back: ${error.message}`));
  }
}

export function tryForm(contract, method, path, operation) {
  const body = operation.requestBody?.content?.["application/json"];
  if (operation.requestBody && !body) return null;
  const prefix = `try-${operation.operationId}`;
  const labelled = (name, control) =>
    element("p", {}, element("label", { for: control.id }, name), control);
  const controls = (operation.parameters ?? []).map((parameter) =>
    labelled(parameter.name, field(`${prefix}-${parameter.name}`, parameter)),
  );
  if (operation.security) {
    const token = element("input", { id: `${prefix}-token`, name: "authorization", autocomplete: "off" });
    controls.push(labelled("Token", token));
  }
  if (body) {
    const example = JSON.stringify(contract.example(body.schema), null, 2);
    controls.push(
      labelled("Body", element("textarea", { id: `${prefix}-body`, name: "body", rows: "8" }, example)),
    );
  }
  const result = element("div", { class: "result", role: "status" });
  const form = element(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        send(result, request(form, method, path, operation));
      },
    },
    controls,
    element(
      "p",
      { class: "buttons" },
      element("button", { type: "submit", class: "primary" }, "Send"),
      copyButton("Copy curl", "Copied", () => curl(request(form, method, path, operation))),
      swift[operation.operationId]
        ? copyButton("Copy Swift", "Copied", () =>
            swift[operation.operationId](request(form, method, path, operation).values),
          )
        : null,
    ),
  );
  return element("details", { class: "try" }, element("summary", {}, "Try it"), form, result);
}
