// The reference, made of /openapi.json. The entry point at / list the contracts of dialects.

import { credentials } from "./credentials.mjs";
import { curl } from "./curl.mjs";
import { coloured, copyButton, element } from "./dom.mjs";
import * as korean from "./korean.mjs";
import { Contract, explained, explanation, prose } from "./schema.mjs";
import { tryForm } from "./try.mjs";
import { choose, language, say, words } from "./words.mjs";

const reference = document.getElementById("reference");
const contents = document.getElementById("contents");

function anchor(operation) {
  return `operation-${operation.operationId}`;
}

function titleOf(operation) {
  return say(operation.summary, korean.titles[operation.operationId] ?? operation.summary);
}

function nameOf(tag) {
  return say(tag.name, korean.groups[tag.name] ?? tag.name);
}

// The place of a parameter, in words.
const places = {
  path: say("path", "경로"),
  query: say("query", "쿼리"),
  header: say("field", "헤더"),
};

function parameters(operation) {
  if (!operation.parameters?.length) return null;
  const rows = operation.parameters.map((parameter) => [
    element(
      "dt",
      {},
      element("code", {}, parameter.name),
      element(
        "span",
        { class: "quiet" },
        [` ${places[parameter.in]}`, parameter.required ? say("required", "필수") : null, Contract.limits(parameter.schema)]
          .filter(Boolean)
          .join(", "),
      ),
    ),
    element("dd", {}, explained(parameter.description)),
  ]);
  return [
    element("h4", {}, say("Parameters", "매개변수")),
    element("dl", { class: "members" }, rows),
  ];
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
            element("summary", {}, say("Example", "예시")),
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
        element("strong", {}, status === "default" ? say("others", "기타") : status),
        " ",
        explanation(resolved.description),
      ),
      isRefusal
        ? element("p", { class: "quiet" }, element("a", { href: "#errors" }, say("Errors", "오류")))
        : content(contract, resolved),
    );
  });
}

// The credentials, and how to get them.
function access(operation) {
  if (!operation.security) return say("Needs no credentials.", "인증이 필요하지 않습니다.");
  const takes = (scheme) => operation.security.some((way) => way[scheme]);
  if (takes("device")) {
    return say(
      "Needs the token of a device, which `POST /v1/devices` gives.",
      "`POST /v1/devices`로 발급받은 기기 토큰이 필요합니다.",
    );
  }
  if (takes("secret")) {
    return say(
      "Needs a vendor's identifier and secret, which `moa vendor create` prints, or a token of " +
        "`moa token create --scope vendor`.",
      "`moa vendor create`로 발급받은 판매자 id와 시크릿, 또는 " +
        "`moa token create --scope vendor`로 발급받은 토큰이 필요합니다.",
    );
  }
  return say(
    "Needs an administrator's token: `moa token create --name NAME --scope admin` prints one.",
    "`moa token create --name NAME --scope admin`으로 발급받은 관리자 토큰이 필요합니다.",
  );
}

// Closed at first: with all operations open, the page would be too long to scroll.
function operationSection(contract, method, path, operation) {
  return element(
    "details",
    { class: "operation", id: anchor(operation) },
    element(
      "summary",
      {},
      element("h3", {}, titleOf(operation)),
      element("code", { class: "path" }, element("b", {}, method.toUpperCase()), ` ${path}`),
    ),
    operation.description ? explained(operation.description) : null,
    element("div", { class: "quiet" }, prose(access(operation))),
    parameters(operation),
    operation.requestBody
      ? [
          element("h4", {}, say("Body", "본문")),
          explained(operation.requestBody.description),
          content(contract, operation.requestBody),
        ]
      : null,
    element("h4", {}, say("Answers", "응답")),
    answers(contract, operation),
    tryForm(contract, method, path, operation),
  );
}

function drawContents(groups) {
  const link = (address, name) => element("li", {}, element("a", { href: address }, name));
  contents.replaceChildren(
    element(
      "ul",
      {},
      link("#start", say("Quick start", "빠른 시작")),
      link("#credentials", say("Credentials", "인증 정보")),
    ),
    ...groups.map(({ tag, operations }) => element(
      "div",
      { "data-group": tag.name },
      element("h2", {}, nameOf(tag)),
      element(
        "ul",
        {},
        operations.map(({ operation }) =>
          element(
            "li",
            { "data-anchor": anchor(operation) },
            element("a", { href: `#${anchor(operation)}` }, titleOf(operation)),
          ),
        ),
      ),
    )),
    element("h2", {}, say("More", "더 보기")),
    element(
      "ul",
      {},
      link("#errors", say("Errors", "오류")),
      link("#dialects", say("Existing apps", "기존 앱")),
    ),
  );
}

function errors(contract) {
  const schema = { $ref: "#/components/schemas/Problem" };
  return element(
    "section",
    { id: "errors" },
    element("h2", {}, say("Errors", "오류")),
    prose(say(
      "Every error is `application/problem+json` (RFC 9457). Programs read `code`, people read " +
        "`detail`; `errors` lists what is wrong with the request, each with its place. " +
        "Contradictions to the shop are reported once the form is right.",
      "모든 오류 응답은 `application/problem+json`(RFC 9457)입니다. 프로그램은 `code`를, 사람은 `detail`을 " +
        "읽습니다. `errors`에는 요청에서 잘못된 값이 그 위치와 함께 모두 들어 있습니다. 상점의 데이터와 맞지 " +
        "않는 값은 형식이 모두 올바를 때 알려 줍니다.",
    )),
    element(
      "details",
      { id: "codes" },
      element("summary", {}, say("All codes", "모든 코드")),
      element("dl", { class: "members" }, contract.document["x-errors"].map(errorRow)),
    ),
    contract.tree(schema),
    element("pre", { tabindex: "0" }, coloured(contract.example(schema))),
  );
}

function errorRow(error) {
  const { meaning, cure } = error[language];
  const code = element("a", { href: `/docs/errors/${error.code}` }, element("code", {}, error.code));
  return element(
    "div",
    { "data-code": `${error.code} ${error.en.meaning} ${error.ko.meaning}`.toLowerCase() },
    element("dt", {}, code, element("span", { class: "quiet" }, ` ${error.status ?? ""}`)),
    element("dd", {}, prose(`${meaning} ${cure}`)),
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
    element("h2", {}, say("Existing apps", "기존 앱")),
    prose(say(
      "Apps that were made for other servers find their calls here, with contracts of their own:",
      "다른 서버에 맞춰 만든 앱이 쓰는 호출입니다. API 명세가 따로 있습니다:",
    )),
    element("ul", {}, links),
  );
}

// Three calls with which an app begins.
function quickStart() {
  const token = { Authorization: "Bearer TOKEN" };
  const steps = [
    [say("Draw the home screen.", "홈 화면을 그립니다."), "GET", "/v1/screens/home", {}, "try await moa.homeScreen()"],
    [
      say("Register the device. The answer has its token.", "기기를 등록합니다. 응답에 토큰이 있습니다."),
      "POST",
      "/v1/devices",
      {},
      say(
        "// MoaClient registers the device with the first like.",
        "// 첫 좋아요를 보낼 때 MoaClient가 기기를 등록합니다.",
      ),
    ],
    [say("Like a product.", "상품에 좋아요를 누릅니다."), "PUT", "/v1/likes/1", token, "try await moa.likes.toggle(1)"],
  ];
  return element(
    "section",
    { id: "start" },
    element("h2", {}, say("Quick start", "빠른 시작")),
    element("ol", {}, steps.map(([text, method, url, headers, swift]) =>
      element(
        "li",
        {},
        text,
        element("pre", { tabindex: "0", "aria-label": "curl" }, curl({ url, options: { method, headers } })),
        "Swift:",
        element("pre", { tabindex: "0", "aria-label": "Swift" }, swift),
      ),
    )),
    prose(say(
      `In Swift, \`let moa = Moa(URL(string: "${location.origin}")!)\`.`,
      `Swift에서는 \`let moa = Moa(URL(string: "${location.origin}")!)\`로 시작합니다.`,
    )),
  );
}

// The texts that contain the words of a search, and the names that begin with them.
function searchable(contract, { method, path, operation }, tag) {
  const { operationId, summary, parameters = [], requestBody, responses } = operation;
  const bodies = [requestBody, ...Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, answer]) => contract.resolve(answer))];
  const names = new Set(parameters.map((parameter) => parameter.name));
  for (const body of bodies) {
    for (const { schema } of Object.values(body?.content ?? {})) {
      if (schema) contract.names(schema, names);
    }
  }
  const texts = [method, path, operationId, summary, tag.name, korean.titles[operationId], korean.groups[tag.name]];
  return { text: texts.join(" ").toLowerCase(), names: [...names].map((name) => name.toLowerCase()) };
}

// Shows only operations and codes that match all words, here and in the contents.
function filter(query, groups) {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { tag, operations } of groups) {
    let isShown = false;
    for (const { operation, index } of operations) {
      const matches = wanted.every((word) =>
        index.text.includes(word) || index.names.some((name) => name.startsWith(word)),
      );
      document.getElementById(anchor(operation)).hidden = !matches;
      contents.querySelector(`[data-anchor="${anchor(operation)}"]`).hidden = !matches;
      if (matches) count += 1;
      isShown ||= matches;
    }
    document.getElementById(`group-${tag.name}`).hidden = !isShown;
    contents.querySelector(`[data-group="${tag.name}"]`).hidden = !isShown;
  }
  let codes = 0;
  for (const row of document.querySelectorAll("[data-code]")) {
    row.hidden = !wanted.every((word) => row.dataset.code.includes(word));
    if (!row.hidden) codes += 1;
  }
  document.getElementById("codes").open = wanted.length > 0 && codes > 0;
  return wanted.length
    ? say(`${count} calls, ${codes} codes`, `호출 ${count}개, 코드 ${codes}개`)
    : "";
}

function filterField(groups) {
  const found = element("span", { class: "quiet", role: "status" });
  const field = element("input", {
    id: "filter",
    type: "search",
    autocomplete: "off",
    placeholder: say("products, stock_text, too_short ...", "상품, stock_text, too_short ..."),
    oninput: () => (found.textContent = filter(field.value, groups)),
  });
  const label = say("Find a call, a member or a code", "호출, 필드, 코드 찾기");
  return element("p", { class: "filter" }, element("label", { for: "filter" }, label), field, found);
}

// The address names the operation to open, or all errors.
function openNamed() {
  const name = location.hash.slice(1) || (location.pathname === "/docs/errors" ? "errors" : "");
  const named = name && document.getElementById(name);
  if (!named) return;
  if (named.matches("details")) named.open = true;
  named.scrollIntoView();
}

function translatePage() {
  document.documentElement.lang = language;
  for (const marked of document.querySelectorAll("[data-word]")) {
    marked.textContent = words[marked.dataset.word];
  }
  contents.setAttribute("aria-label", say("Contents", "목차"));
  const toggle = document.getElementById("language");
  toggle.textContent = words.language;
  toggle.lang = say("ko", "en");
  toggle.addEventListener("click", () => choose(toggle.lang));
}

async function show() {
  const read = async (path) =>
    (await fetch(path, { headers: { accept: "application/json" } })).json();
  const [openAPI, entryPoints] = await Promise.all([read("/openapi.json"), read("/")]);
  const contract = new Contract(openAPI);
  const groups = contract.groups();
  for (const { tag, operations } of groups) {
    for (const one of operations) one.index = searchable(contract, one, tag);
  }
  reference.replaceChildren(
    element("h1", {}, words.reference),
    ...explained(contract.document.info.description),
    element(
      "p",
      {},
      `${say("Base URL", "기본 URL")}: `,
      element("code", {}, location.origin),
      " ",
      copyButton(say("Copy", "복사"), words.copied, () => location.origin),
      " ",
      element("a", { href: "/openapi.json" }, "openapi.json"),
    ),
    quickStart(),
    credentials(),
    filterField(groups),
    ...groups.map(({ tag, operations }) =>
      element(
        "section",
        { id: `group-${tag.name}` },
        element("h2", {}, nameOf(tag)),
        explained(tag.description),
        operations.map(({ method, path, operation }) =>
          operationSection(contract, method, path, operation),
        ),
      ),
    ),
    errors(contract),
    dialects(entryPoints.dialect_contracts),
  );
  drawContents(groups);
  reference.setAttribute("aria-busy", "false");
  openNamed();
  addEventListener("hashchange", openNamed);
}

translatePage();
show().catch((error) => {
  const told = say("The contract cannot be read", "API 명세를 불러오지 못했습니다");
  reference.append(element("p", { role: "alert" }, `${told}: ${error.message}`));
});
