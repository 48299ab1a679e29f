// What one code means, in each language; from the contract, as everything here.

import { element } from "./dom.mjs";

const main = document.getElementById("error");
const code = location.pathname.split("/").pop();

function wording([language, { meaning, cure }]) {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language);
  return element(
    "section",
    { lang: language },
    element("h2", {}, name),
    element("p", {}, meaning),
    element("p", {}, element("strong", {}, cure)),
  );
}

const { "x-errors": errors } = await (await fetch("/openapi.json")).json();
const error = errors.find((one) => one.code === code);
document.title = `${code}: Moa error`;
main.replaceChildren(
  element("h1", {}, element("code", {}, code)),
  error.status ? element("p", { class: "quiet" }, `Status ${error.status}`) : "",
  ...Object.entries(error).filter(([, value]) => value.meaning).map(wording),
);
main.setAttribute("aria-busy", "false");
