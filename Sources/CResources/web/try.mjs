// "Try it": a form for one operation, its request as curl and Swift, and the answer.

import { authorization } from "./credentials.mjs";
import { curl } from "./curl.mjs";
import { coloured, copyButton, element } from "./dom.mjs";
import { swift } from "./swift.mjs";
import { say, words } from "./words.mjs";

const json = "application/json";
const form = "multipart/form-data";

function labelled(name, control, isRequired = false) {
  const mark = isRequired ? element("i", {}, say(" required", " 필수")) : null;
  return element("p", {}, element("label", { for: control.id }, name, mark), control);
}

function input(id, name, attributes = {}) {
  return element("input", { id, name, autocomplete: "off", ...attributes });
}

function field(id, parameter) {
  const { schema } = parameter;
  const isRequired = Boolean(parameter.required);
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

// The parts of a form: files for pictures, texts for everything else.
function parts(contract, media) {
  const { properties, required = [] } = contract.resolve(media.schema);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    isFile: Boolean(media.encoding?.[name]?.contentType.startsWith("image/")),
    isMany: schema.type === "array",
    example: media.example?.[name],
  }));
}

function bodyControls(contract, prefix, operation) {
  const content = operation.requestBody?.content ?? {};
  if (content[json]) {
    const example = content[json].example ?? contract.example(content[json].schema);
    // The server refuses operations that are older than 90 days.
    const renewed = (name, value) => (name === "at" ? new Date().toISOString() : value);
    const text = JSON.stringify(example, renewed, 2);
    return [
      labelled(say("Body", "본문"), element("textarea", { id: `${prefix}-body`, name: "body", rows: "8" }, text)),
    ];
  }
  if (!content[form]) return [];
  return parts(contract, content[form]).map(({ name, isRequired, isFile, isMany, example }) => {
    const id = `${prefix}-part-${name}`;
    const key = `part-${name}`;
    const control = isFile
      ? input(id, key, { type: "file", accept: "image/*", multiple: isMany, required: isRequired })
      : element("textarea", { id, name: key, rows: "8" }, JSON.stringify(example, null, 2));
    return labelled(name, control, isRequired);
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
  Object.assign(headers, authorization(operation));
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

// Fields of an answer that the next request needs.
const shownFields = ["ETag", "Location", "Retry-After"];

// Draws the answer, and tells its status beside the button.
async function send({ result, status }, made) {
  status.textContent = words.loading;
  try {
    const began = performance.now();
    const response = await fetch(made.url, made.options);
    const bytes = await response.arrayBuffer();
    const took = Math.round(performance.now() - began);
    const fields = shownFields.filter((name) => response.headers.has(name));
    status.textContent = `${response.status} ${response.statusText}`;
    result.replaceChildren(
      element(
        "p",
        {},
        element("strong", {}, status.textContent),
        ` · ${took} ms · ${words.bytes(bytes.byteLength.toLocaleString())}`,
      ),
      element("ul", {}, fields.map((name) =>
        element("li", {}, element("code", {}, `${name}: ${response.headers.get(name)}`)),
      )),
      ...content(bytes, response.headers.get("Content-Type") ?? ""),
    );
    return { response, bytes };
  } catch (error) {
    const told = say("No answer", "응답이 없습니다");
    status.textContent = `${told}: ${error.message}`;
    result.replaceChildren();
    return null;
  }
}

function content(bytes, type) {
  if (!bytes.byteLength) return [];
  if (type.startsWith("image/")) {
    const address = URL.createObjectURL(new Blob([bytes], { type }));
    return [element("img", { src: address, alt: say("The picture of the answer", "응답의 이미지") })];
  }
  const text = new TextDecoder().decode(bytes);
  const value = type.includes("json") ? coloured(JSON.parse(text)) : element("code", {}, text);
  return [element("pre", { tabindex: "0", "aria-label": words.answer }, value)];
}

// A change names the version that it was made for, which is read first; a list that is replaced whole
// is filled in, since missing items would be removed.
function readButton(contract, shown, answer, method, path, operation) {
  const match = shown.querySelector("[name=If-Match]");
  const { paths } = contract.document;
  const parent = path.slice(0, path.lastIndexOf("/"));
  const source = [path, parent].find((place) => paths[place]?.get);
  if (!match || !source) return null;
  const read = async () => {
    const { options } = request(contract, shown, "get", source, operation);
    const get = paths[source].get;
    const address = request(contract, shown, "get", source, get).url.split("?")[0];
    const { Authorization } = options.headers;
    const headers = get.security && Authorization ? { Authorization } : {};
    const current = await send(answer, { url: address, options: { headers } });
    if (!current?.response.ok) return;
    match.value = current.response.headers.get("ETag");
    const body = shown.querySelector("[name=body]");
    if (method !== "put" || source !== path || !body) return;
    body.value = JSON.stringify(JSON.parse(new TextDecoder().decode(current.bytes)), null, 2);
  };
  const label = say("Read the current version", "현재 버전 불러오기");
  return element("button", { type: "button", onclick: read }, label);
}

export function tryForm(contract, method, path, operation) {
  const prefix = `try-${operation.operationId}`;
  const made = () => request(contract, shown, method, path, operation);
  const result = element("div", { class: "result", role: "region", "aria-label": words.answer, tabindex: "-1" });
  const status = element("span", { class: "quiet", role: "status" });
  const answer = { result, status };
  const shown = element(
    "form",
    {
      class: "fields",
      onsubmit: async (event) => {
        event.preventDefault();
        if (!(await send(answer, made()))) return;
        result.focus({ preventScroll: true });
        result.scrollIntoView({ block: "nearest" });
      },
    },
    (operation.parameters ?? []).map((parameter) =>
      labelled(parameter.name, field(`${prefix}-${parameter.name}`, parameter), parameter.required),
    ),
    bodyControls(contract, prefix, operation),
  );
  const copied = (language, text) =>
    copyButton(say(`Copy ${language}`, `${language} 복사`), words.copied, text);
  shown.append(
    element(
      "p",
      { class: "buttons" },
      readButton(contract, shown, answer, method, path, operation),
      element("button", { type: "submit", class: "primary" }, say("Send", "보내기")),
      status,
      copied("curl", () => curl(made())),
      copied("Swift", () => swift(operation.operationId, made())),
    ),
  );
  const heading = element("summary", {}, say("Try it", "호출해 보기"));
  return element("details", { class: "try" }, heading, shown, result);
}
