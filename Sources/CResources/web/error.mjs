// The meaning of an error code, in each language, from the contract.

import { element, marked } from "./dom.mjs";

const main = document.getElementById("error");
const code = location.pathname.split("/").pop();

function wording([language, { meaning, cure }]) {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language);
  return element(
    "section",
    { lang: language },
    element("h2", {}, name),
    element("p", {}, marked(meaning)),
    element("p", {}, element("strong", {}, marked(cure))),
  );
}

// A code that says "see errors" only refers to others.
function parts(all) {
  if (!["rejected", "malformed_query"].includes(code)) return null;
  const links = all
    .filter((one) => !one.status)
    .map((one) => element("li", {}, element("a", { href: `/docs/errors/${one.code}` }, element("code", {}, one.code)), ` ${one.en.meaning}`));
  return element(
    "section",
    {},
    element("h2", {}, "Codes in errors"),
    element("ul", {}, links),
  );
}

const { "x-errors": errors } = await (await fetch("/openapi.json")).json();
const error = errors.find((one) => one.code === code);
document.title = `${code}: Moa error`;
main.replaceChildren(
  ...[
    element("h1", {}, element("code", {}, code)),
    error.status ? element("p", { class: "quiet" }, `Status ${error.status}`) : null,
    ...Object.entries(error).filter(([, value]) => value.meaning).map(wording),
    parts(errors),
  ].filter(Boolean),
);
main.setAttribute("aria-busy", "false");
