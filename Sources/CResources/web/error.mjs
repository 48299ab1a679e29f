// What one code means, in both languages; from the contract, as everything here.

import { element } from "./dom.mjs";

const main = document.getElementById("error");
const code = location.pathname.split("/").pop();

function wording(language, heading, { meaning, cure }) {
  return element(
    "section",
    { lang: language },
    element("h2", {}, heading),
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
  wording("en", "English", error.en),
  wording("ko", "한국어", error.ko),
);
main.setAttribute("aria-busy", "false");
