// The reference, made of /openapi.json and nothing else.

import { coloured, copyButton, element } from "./dom.mjs";
import { Contract } from "./schema.mjs";
import { tryForm } from "./try.mjs";

const reference = document.getElementById("reference");
const contents = document.getElementById("contents");

function anchor(operation) {
  return `operation-${operation.operationId}`;
}

// The little Markdown that the contract uses: `code` and paragraphs.
function prose(text) {
  return text.split("\n\n").map((paragraph) =>
    element(
      "p",
      {},
      paragraph.split(/(`[^`]+`)/).map((part) =>
        part.startsWith("`") ? element("code", {}, part.slice(1, -1)) : part,
      ),
    ),
  );
}

function parameters(operation) {
  if (!operation.parameters?.length) return null;
  const rows = operation.parameters.map((parameter) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, element("code", {}, parameter.name)),
      element("td", {}, parameter.in),
      element("td", {}, Contract.limits(parameter.schema)),
      element("td", {}, prose(parameter.description)),
    ),
  );
  return element(
    "div",
    { class: "scrolling", tabindex: "0", role: "region", "aria-label": `Parameters: ${operation.operationId}` },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ["Parameter", "In", "Value", "Meaning"].map((name) =>
            element("th", { scope: "col" }, name),
          ),
        ),
      ),
      element("tbody", {}, rows),
    ),
  );
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
            element("pre", { tabindex: "0" }, coloured(contract.example(schema))),
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

function operationSection(contract, method, path, operation) {
  const access = operation.security ? "Needs credentials." : "Needs no credentials.";
  return element(
    "section",
    { class: "operation", id: anchor(operation) },
    element("h3", {}, operation.summary),
    element(
      "p",
      { class: "path" },
      element("code", {}, element("b", {}, method.toUpperCase()), ` ${path}`),
    ),
    operation.description ? prose(operation.description) : null,
    element("p", { class: "quiet" }, access),
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
    ...groups.map(({ tag, operations }) => [
      element("h2", {}, tag.name),
      element(
        "ul",
        {},
        operations.map(({ operation }) =>
          element("li", {}, element("a", { href: `#${anchor(operation)}` }, operation.summary)),
        ),
      ),
    ]).flat(Infinity),
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
        "`detail`; `errors` tells all that is wrong with what was sent, each with its place.",
    ),
    contract.tree(schema),
    element("pre", { tabindex: "0" }, coloured(contract.example(schema))),
    element("h3", {}, "Codes"),
    element(
      "dl",
      { class: "members" },
      contract.document["x-errors"].map((error) => [
        element(
          "dt",
          {},
          element("a", { href: `/docs/errors/${error.code}` }, element("code", {}, error.code)),
          error.status ? element("span", { class: "quiet" }, ` ${error.status}`) : null,
        ),
        element("dd", {}, `${error.en.meaning} ${error.en.cure}`),
      ]),
    ),
  );
}

// Their calls have contracts of their own.
function dialects(contract) {
  const files = contract.document.paths["/openapi/{file}"].get.parameters[0].schema.enum;
  const links = files.map((file) =>
    element("li", {}, element("a", { href: `/openapi/${file}` }, file)),
  );
  return element(
    "section",
    { id: "dialects" },
    element("h2", {}, "Apps that existed before"),
    prose("Each finds the calls that it was written for, with contracts of their own:"),
    element("ul", {}, links),
  );
}

async function show() {
  const response = await fetch("/openapi.json");
  const contract = new Contract(await response.json());
  const groups = contract.groups();
  reference.replaceChildren(
    element("h1", {}, "API reference"),
    ...prose(contract.document.info.description),
    element(
      "p",
      {},
      copyButton("Copy the address of the contract", "Copied", () => `${location.origin}/openapi.json`),
    ),
    ...groups.map(({ tag, operations }) =>
      element(
        "section",
        {},
        element("h2", {}, tag.name),
        prose(tag.description),
        operations.map(({ method, path, operation }) =>
          operationSection(contract, method, path, operation),
        ),
      ),
    ),
    errors(contract),
    dialects(contract),
  );
  drawContents(contract, groups);
  reference.setAttribute("aria-busy", "false");
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

show().catch((error) => {
  reference.append(element("p", { role: "alert" }, `The contract cannot be read: ${error.message}`));
});
