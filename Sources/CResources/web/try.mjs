// "Try it": a form for one operation, its request as curl and Swift, and the answer.

import { curl } from "./curl.mjs";
import { coloured, copyButton, element } from "./dom.mjs";
import { swift } from "./swift.mjs";

const json = "application/json";
const form = "multipart/form-data";

function labelled(name, control) {
  return element("p", {}, element("label", { for: control.id }, name), control);
}

function input(id, name, attributes = {}) {
  return element("input", { id, name, autocomplete: "off", ...attributes });
}

function field(id, parameter) {
  const { schema } = parameter;
  const isRequired = parameter.in === "path";
  const words = schema.enum ?? (schema.type === "boolean" ? ["true", "false"] : null);
  const example = parameter.example ?? "";
  if (words) {
    const options = (isRequired ? words : ["", ...words]).map((word) =>
      element("option", { value: word, selected: isRequired && word === example }, word),
    );
    return element("select", { id, name: parameter.name }, options);
  }
  return input(id, parameter.name, {
    value: isRequired ? example : "",
    placeholder: schema.default ?? "",
    required: isRequired,
  });
}

// The input fields of each kind of credentials. Basic is identifier and secret once more.
function credentials(prefix, operation) {
  const schemes = new Set((operation.security ?? []).flatMap((way) => Object.keys(way)));
  return [
    schemes.has("token") ? labelled("Token", input(`${prefix}-token`, "credential-token")) : null,
    schemes.has("device")
      ? labelled("Device's token", input(`${prefix}-device`, "credential-token"))
      : null,
    schemes.has("identifier")
      ? labelled("Vendor's identifier", input(`${prefix}-identifier`, "credential-identifier"))
      : null,
    schemes.has("secret")
      ? labelled("Vendor's secret", input(`${prefix}-secret`, "credential-secret"))
      : null,
  ];
}

// The parts of a form: files for pictures, texts for everything else.
function parts(contract, media) {
  return Object.entries(contract.resolve(media.schema).properties).map(([name, schema]) => ({
    name,
    isFile: Boolean(media.encoding?.[name]?.contentType.startsWith("image/")),
    isMany: schema.type === "array",
    example: media.example?.[name],
  }));
}

function bodyControls(contract, prefix, operation) {
  const content = operation.requestBody?.content ?? {};
  if (content[json]) {
    const example = content[json].example ?? contract.example(content[json].schema);
    const text = JSON.stringify(example, null, 2);
    return [
      labelled("Body", element("textarea", { id: `${prefix}-body`, name: "body", rows: "8" }, text)),
    ];
  }
  if (!content[form]) return [];
  return parts(contract, content[form]).map(({ name, isFile, isMany, example }) => {
    const id = `${prefix}-part-${name}`;
    const key = `part-${name}`;
    if (isFile) return labelled(name, input(id, key, { type: "file", accept: "image/*", multiple: isMany }));
    const text = JSON.stringify(example, null, 2);
    return labelled(name, element("textarea", { id, name: key, rows: "8" }, text));
  });
}

// The request that the form describes.
function request(contract, shown, method, path, operation) {
  const values = Object.fromEntries(new FormData(shown));
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
  if (values["credential-token"]) headers.Authorization = `Bearer ${values["credential-token"]}`;
  for (const name of ["identifier", "secret"]) {
    if (values[`credential-${name}`]) headers[name] = values[`credential-${name}`];
  }
  const items = query.toString();
  const body = bodyOf(contract, shown, values, operation);
  if (values.body) headers["Content-Type"] = json;
  return {
    url: address + (items ? `?${items}` : ""),
    options: { method: method.toUpperCase(), headers, body },
    values,
  };
}

// Text parts have no file name, because a part with one would count as a file.
function bodyOf(contract, shown, values, operation) {
  const media = operation.requestBody?.content?.[form];
  if (values.body !== undefined || !media) return values.body || undefined;
  const body = new FormData();
  for (const { name, isFile } of parts(contract, media)) {
    const given = new FormData(shown).getAll(`part-${name}`);
    for (const value of given) if (!isFile || value.size) body.append(name, value);
  }
  return body;
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

// A list that is replaced whole is read first: missing items would be removed.
function readButton(contract, shown, result, path, operation) {
  const get = contract.document.paths[path].get;
  const field = shown.querySelector("[name=body]");
  const match = shown.querySelector("[name=If-Match]");
  if (!get || !field || !match) return null;
  const read = async () => {
    const { url, options } = request(contract, shown, "get", path, operation);
    const { Authorization } = options.headers;
    const address = url.split("?")[0];
    const headers = Authorization ? { Authorization } : {};
    const response = await fetch(address, { headers });
    if (!response.ok) return send(result, { url: address, options: { headers } });
    field.value = JSON.stringify(await response.json(), null, 2);
    match.value = response.headers.get("ETag");
    result.replaceChildren(element("p", {}, "Body and If-Match are what is there now."));
  };
  return element("button", { type: "button", onclick: read }, "Read the current list");
}

export function tryForm(contract, method, path, operation) {
  const prefix = `try-${operation.operationId}`;
  const made = () => request(contract, shown, method, path, operation);
  const result = element("div", { class: "result", role: "status" });
  const shown = element(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        send(result, made());
      },
    },
    (operation.parameters ?? []).map((parameter) =>
      labelled(parameter.name, field(`${prefix}-${parameter.name}`, parameter)),
    ),
    credentials(prefix, operation),
    bodyControls(contract, prefix, operation),
  );
  const inSwift = swift[operation.operationId];
  shown.append(
    element(
      "p",
      { class: "buttons" },
      method === "put" ? readButton(contract, shown, result, path, operation) : null,
      element("button", { type: "submit", class: "primary" }, "Send"),
      copyButton("Copy curl", "Copied", () => curl(made())),
      inSwift ? copyButton("Copy Swift", "Copied", () => inSwift(made().values)) : null,
    ),
  );
  return element("details", { class: "try" }, element("summary", {}, "Try it"), shown, result);
}
