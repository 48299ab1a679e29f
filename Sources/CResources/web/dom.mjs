// Functions that all pages need: elements, texts with marked parts, and values of the browser.

// An element with attributes and children; names that begin with "on" are listeners.
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null));
  return made;
}

// A text in which `code` is marked.
export function marked(text) {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith("`") ? element("code", {}, part.slice(1, -1)) : part));
}

// A text in which the matches are marked. Offsets count UTF-16 code units, as in JavaScript.
export function highlighted(text, highlights = []) {
  const parts = [];
  let end = 0;
  for (const { location, length } of highlights) {
    parts.push(text.slice(end, location));
    end = location + length;
    parts.push(element("mark", {}, text.slice(location, end)));
  }
  return [...parts, text.slice(end)];
}

// JSON with its names, texts and numbers in different colours.
export function coloured(value) {
  const text = JSON.stringify(value, null, 2) ?? "";
  const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    parts.push(text.slice(end, match.index));
    const kind = match[1] ? (match[2] ? "name" : "text") : "number";
    parts.push(element("span", { class: `json-${kind}` }, match[1] ?? match[0]), match[2] ?? "");
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return element("code", {}, parts);
}

// A button that copies the result of `text` when it is pressed.
export function copyButton(label, done, text) {
  const button = element("button", { type: "button", class: "copy" }, label);
  button.addEventListener("click", async () => {
    // Browsers offer the clipboard only to pages of https and of this machine.
    if (!navigator.clipboard) return prompt(label, text());
    await navigator.clipboard.writeText(text());
    button.textContent = done;
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

// A value of this browser under a name, or null. Browsers may block storage, and some web views have
// none: then nothing is remembered, and the page works. `sessionStorage` ends with the window.
export function remembered(name, storage = "localStorage") {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}

// Stores the value, or removes it if it is null; false if the browser stores nothing.
export function remember(name, value, storage = "localStorage") {
  try {
    if (value === null) window[storage].removeItem(name);
    else window[storage].setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
