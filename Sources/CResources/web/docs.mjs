// The reference, made of /openapi.json. The entry points at / list the contracts of dialects.

import { coloured, copyButton, element, marked } from "./dom.mjs";
import { Contract } from "./schema.mjs";
import { tryForm } from "./try.mjs";

const reference = document.getElementById("reference");
const contents = document.getElementById("contents");

function anchor(operation) {
  return `operation-${operation.operationId}`;
}

// The little Markdown that the contract uses: `code` and paragraphs.
function prose(text) {
  return text.split("\n\n").map((paragraph) => element("p", {}, marked(paragraph)));
}

// The place of a parameter, in words.
const places = { path: "path", query: "query", header: "field" };

function parameters(operation) {
  if (!operation.parameters?.length) return null;
  const rows = operation.parameters.map((parameter) => [
    element(
      "dt",
      {},
      element("code", {}, parameter.name),
      element("span", { class: "quiet" }, ` ${places[parameter.in]}, ${Contract.limits(parameter.schema)}`),
    ),
    element("dd", {}, prose(parameter.description)),
  ]);
  return [element("h4", {}, "Parameters"), element("dl", { class: "members" }, rows)];
}

function content(contract, holder) {
  return Object.entries(holder.content ?? {}).map(([mediaType, media]) => {
    const schema = media.schema && Object.keys(media.schema).length ? media.schema : null;
    return [
      element("p", { class: "quiet" }, mediaType),
      schema ? contract.tree(schema) : null,
      schema && mediaType === "application/json"
        ? element(
            "details",
            {},
            element("summary", {}, "Example"),
            element("pre", { tabindex: "0" }, coloured(media.example ?? contract.example(schema))),
          )
        : null,
    ];
  });
}

function answers(contract, operation) {
  return Object.entries(operation.responses).map(([status, answer]) => {
    const resolved = contract.resolve(answer);
    const isRefusal = status === "default" || Number(status) >= 400;
    return element(
      "details",
      { open: status.startsWith("2") },
      element(
        "summary",
        {},
        element("strong", {}, status === "default" ? "others" : status),
        ` ${resolved.description}`,
      ),
      isRefusal
        ? element("p", { class: "quiet" }, "A problem, as described under ", element("a", { href: "#errors" }, "Errors"), ".")
        : content(contract, resolved),
    );
  });
}

// The credentials, and how to get them.
function access(operation) {
  if (!operation.security) return "Needs no credentials.";
  const takes = (scheme) => operation.security.some((way) => way[scheme]);
  if (takes("device")) return "Needs the token of a device, which `POST /v1/devices` gives.";
  return takes("secret")
    ? "Needs a vendor's identifier and secret, which `moa vendor create` prints, or a token of " +
        "`moa token create --scope vendor`."
    : "Needs an administrator's token: `moa token create --name NAME --scope admin` prints one.";
}

// Closed at first: with all operations open, the page would be too long to scroll.
function operationSection(contract, method, path, operation) {
  return element(
    "details",
    { class: "operation", id: anchor(operation) },
    element(
      "summary",
      {},
      element("h3", {}, operation.summary),
      element("code", { class: "path" }, element("b", {}, method.toUpperCase()), ` ${path}`),
    ),
    operation.description ? prose(operation.description) : null,
    element("div", { class: "quiet" }, prose(access(operation))),
    parameters(operation),
    operation.requestBody
      ? [
          element("h4", {}, "Body"),
          prose(operation.requestBody.description),
          content(contract, operation.requestBody),
        ]
      : null,
    element("h4", {}, "Answers"),
    answers(contract, operation),
    tryForm(contract, method, path, operation),
  );
}

function drawContents(contract, groups) {
  contents.replaceChildren(
    ...groups.map(({ tag, operations }) => element(
      "div",
      { "data-group": tag.name },
      element("h2", {}, tag.name),
      element(
        "ul",
        {},
        operations.map(({ operation }) =>
          element(
            "li",
            { "data-anchor": anchor(operation) },
            element("a", { href: `#${anchor(operation)}` }, operation.summary),
          ),
        ),
      ),
    )),
    element("h2", {}, "More"),
    element(
      "ul",
      {},
      element("li", {}, element("a", { href: "#errors" }, "Errors")),
      element("li", {}, element("a", { href: "#dialects" }, "Apps that existed before")),
    ),
  );
}

function errors(contract) {
  const schema = { $ref: "#/components/schemas/Problem" };
  return element(
    "section",
    { id: "errors" },
    element("h2", {}, "Errors"),
    prose(
      "Every refusal is `application/problem+json` (RFC 9457). Programs look at `code`, people at " +
        "`detail`; `errors` tells what is wrong with what was sent, each with its place. What " +
        "contradicts the shop is told once the form is right.",
    ),
    contract.tree(schema),
    element("pre", { tabindex: "0" }, coloured(contract.example(schema))),
    element("details", {}, element("summary", {}, "All codes"), element(
      "dl",
      { class: "members" },
      contract.document["x-errors"].map((error) => [
        element(
          "dt",
          {},
          element("a", { href: `/docs/errors/${error.code}` }, element("code", {}, error.code)),
          error.status ? element("span", { class: "quiet" }, ` ${error.status}`) : null,
        ),
        element("dd", {}, prose(`${error.en.meaning} ${error.en.cure}`)),
      ]),
    )),
  );
}

// Their calls have contracts of their own.
function dialects(paths) {
  const links = paths.map((path) =>
    element("li", {}, element("a", { href: path }, path.split("/").pop())),
  );
  return element(
    "section",
    { id: "dialects" },
    element("h2", {}, "Apps that existed before"),
    prose("Each finds the calls that it was written for, with contracts of their own:"),
    element("ul", {}, links),
  );
}

// Shows only operations that contain all words, here and in the contents.
function filter(words, groups) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { tag, operations } of groups) {
    let isShown = false;
    for (const { method, path, operation } of operations) {
      const text = `${method} ${path} ${operation.operationId} ${operation.summary} ${tag.name}`.toLowerCase();
      const matches = wanted.every((word) => text.includes(word));
      document.getElementById(anchor(operation)).hidden = !matches;
      contents.querySelector(`[data-anchor="${anchor(operation)}"]`).hidden = !matches;
      if (matches) count += 1;
      isShown ||= matches;
    }
    document.getElementById(`group-${tag.name}`).hidden = !isShown;
    contents.querySelector(`[data-group="${tag.name}"]`).hidden = !isShown;
  }
  return count;
}

function filterField(groups) {
  const found = element("span", { class: "quiet", role: "status" });
  const field = element("input", {
    id: "filter",
    type: "search",
    autocomplete: "off",
    placeholder: "products, PUT, /admin ...",
    oninput: () => {
      const count = filter(field.value, groups);
      found.textContent = field.value.trim() ? `${count} found` : "";
    },
  });
  return element("p", { class: "filter" }, element("label", { for: "filter" }, "Find a call"), field, found);
}

// The fragment of the address names the operation to open.
function openNamed() {
  const named = location.hash && document.getElementById(location.hash.slice(1));
  if (!named) return;
  if (named.matches("details")) named.open = true;
  named.scrollIntoView();
}

async function show() {
  const read = async (path) =>
    (await fetch(path, { headers: { accept: "application/json" } })).json();
  const [openAPI, entryPoints] = await Promise.all([read("/openapi.json"), read("/")]);
  const contract = new Contract(openAPI);
  const groups = contract.groups();
  reference.replaceChildren(
    element("h1", {}, "API reference"),
    ...prose(contract.document.info.description),
    element(
      "p",
      {},
      copyButton("Copy the address of the contract", "Copied", () => `${location.origin}/openapi.json`),
    ),
    filterField(groups),
    ...groups.map(({ tag, operations }) =>
      element(
        "section",
        { id: `group-${tag.name}` },
        element("h2", {}, tag.name),
        prose(tag.description),
        operations.map(({ method, path, operation }) =>
          operationSection(contract, method, path, operation),
        ),
      ),
    ),
    errors(contract),
    dialects(entryPoints.dialect_contracts),
  );
  drawContents(contract, groups);
  reference.setAttribute("aria-busy", "false");
  openNamed();
  addEventListener("hashchange", openNamed);
}

show().catch((error) => {
  reference.append(element("p", { role: "alert" }, `The contract cannot be read: ${error.message}`));
});
