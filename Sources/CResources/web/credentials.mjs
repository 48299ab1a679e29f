// The reader's credentials, entered once for all calls. They are sent with calls that need them, and
// the window forgets them when it is closed.

import { element, remember, remembered } from "./dom.mjs";
import { say } from "./words.mjs";

const names = {
  token: say("Token of an administrator or vendor", "관리자 또는 판매자 토큰"),
  identifier: say("Vendor's identifier", "판매자 id"),
  secret: say("Vendor's secret", "판매자 시크릿"),
  device: say("Token of a device", "기기 토큰"),
};

const inputs = Object.fromEntries(
  Object.keys(names).map((name) => {
    const input = element("input", {
      id: `credential-${name}`,
      type: name === "identifier" ? "text" : "password",
      autocomplete: "off",
      value: remembered(name, "sessionStorage"),
      oninput: () => remember(name, input.value || null, "sessionStorage"),
    });
    return [name, input];
  }),
);

async function register() {
  const response = await fetch("/v1/devices", { method: "POST" });
  if (!response.ok) return;
  inputs.device.value = (await response.json()).token;
  inputs.device.dispatchEvent(new Event("input"));
}

export function credentials() {
  return element(
    "section",
    { id: "credentials", class: "fields" },
    element("h2", {}, say("Credentials", "인증 정보")),
    element(
      "p",
      { class: "quiet" },
      say(
        "Sent with the calls below that need them. This window forgets them when it is closed.",
        "인증이 필요한 아래 호출에 함께 보냅니다. 창을 닫으면 지워집니다.",
      ),
    ),
    Object.entries(inputs).map(([name, input]) =>
      element("p", {}, element("label", { for: input.id }, names[name]), input),
    ),
    element(
      "button",
      { type: "button", onclick: register },
      say("Register a device", "기기 등록"),
    ),
  );
}

// The fields for a call: a vendor's secret, if there is one, before a token.
export function authorization(operation) {
  const takes = (scheme) => (operation.security ?? []).some((way) => scheme in way);
  const given = (name) => inputs[name].value.trim();
  if (takes("secret") && given("secret")) {
    return { identifier: given("identifier"), secret: given("secret") };
  }
  const token = takes("device") ? given("device") : takes("token") ? given("token") : "";
  return token ? { Authorization: `Bearer ${token}` } : {};
}
