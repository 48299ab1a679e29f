// The likes of this browser: its hearts, and its device token.

import { element, remember, remembered } from "./dom.mjs";
import { words } from "./words.mjs";

const idsMax = 100;

class Likes {
  #token = remembered("device");
  // The running registration, so that two hearts pressed at once share one device.
  #newDevice = null;
  // As the server has it.
  #liked = new Set();
  // Taps that the server does not know yet.
  #wanted = new Map();
  // The last tap of each product: an answer to an earlier request is outdated.
  #taps = new Map();
  #tapCount = 0;

  get hasDevice() {
    return this.#token !== null;
  }

  get headers() {
    return this.#token ? { Authorization: `Bearer ${this.#token}` } : {};
  }

  // The server does not know the device, nor its likes. Another answer may have said so before, and
  // another window may have registered the browser again.
  forgetDevice(headers) {
    if (headers.Authorization !== this.headers.Authorization) return;
    if (remembered("device") === this.#token) remember("device", null);
    this.#token = null;
    this.#liked.clear();
  }

  isLiked(id) {
    return this.#wanted.get(id) ?? this.#liked.has(id);
  }

  // Applies an answer about products that were requested after this many taps.
  #learn(ids, liked, tapCount) {
    for (const id of ids) {
      if (this.#wanted.has(id) || (this.#taps.get(id) ?? 0) > tapCount) continue;
      if (liked.has(id)) this.#liked.add(id);
      else this.#liked.delete(id);
    }
  }

  // For products in the list of liked products.
  learnLiked(ids) {
    this.#learn(ids, new Set(ids), this.#tapCount);
  }

  // Draws the hearts below `root` as far as they are known, and asks about the products.
  async refresh(root) {
    this.paint(root);
    if (!this.#token) return;
    const hearts = [...root.querySelectorAll(".heart")];
    const ids = [...new Set(hearts.map((heart) => Number(heart.dataset.product)))];
    for (let start = 0; start < ids.length; start += idsMax) {
      const part = ids.slice(start, start + idsMax);
      const tapCount = this.#tapCount;
      const { headers } = this;
      const response = await fetch(`/v1/likes/overlay?ids=${part}`, { headers });
      if (response.status === 401) this.forgetDevice(headers);
      if (!response.ok) break;
      this.#learn(part, new Set((await response.json()).liked), tapCount);
    }
    this.paint(root);
  }

  paint(root) {
    for (const heart of root.querySelectorAll(".heart")) {
      heart.setAttribute("aria-pressed", String(this.isLiked(Number(heart.dataset.product))));
    }
  }

  // Turns the heart at once, and turns it back with an error if the server refuses. While a request
  // is under way, the last tap decides what is sent next.
  async toggle(id) {
    const isUnderWay = this.#wanted.has(id);
    this.#taps.set(id, ++this.#tapCount);
    this.#wanted.set(id, !this.isLiked(id));
    this.paint(document);
    if (isUnderWay) return;
    try {
      while (this.#wanted.get(id) !== this.#liked.has(id)) {
        const isLiked = this.#wanted.get(id);
        await this.#send(id, isLiked);
        if (isLiked) this.#liked.add(id);
        else this.#liked.delete(id);
      }
    } finally {
      this.#wanted.delete(id);
      this.#taps.set(id, ++this.#tapCount);
      this.paint(document);
    }
  }

  async #send(id, isLiked, isRepeated = false) {
    // Another window may have registered the browser.
    this.#token ??= remembered("device");
    if (!this.#token) {
      this.#newDevice ??= this.#letIn().finally(() => (this.#newDevice = null));
      await this.#newDevice;
    }
    const { headers } = this;
    const response = await fetch(`/v1/likes/${id}`, { method: isLiked ? "PUT" : "DELETE", headers });
    if (response.status === 401 && !isRepeated) {
      this.forgetDevice(headers);
      return this.#send(id, isLiked, true);
    }
    if (!response.ok) throw new Error(`${response.status}`);
  }

  async #letIn() {
    const response = await fetch("/v1/devices", { method: "POST" });
    if (!response.ok) throw new Error(`${response.status}`);
    this.#token = (await response.json()).token;
    remember("device", this.#token);
  }
}

export const likes = new Likes();

const outline =
  "M12 20.5 4.3 12.9a5 5 0 0 1 0-7.1 5 5 0 0 1 7.1 0l.6.6.6-.6a5 5 0 0 1 7.1 0 5 5 0 0 1 0 7.1z";

function picture() {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", outline);
  svg.append(path);
  return svg;
}

let noticeTimer = 0;

// Shown for some seconds.
function tell(text) {
  const notice = document.getElementById("notice");
  notice.textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (notice.textContent = ""), 5000);
}

// The heart of a product.
export function heart(product) {
  return element(
    "button",
    {
      type: "button",
      class: "heart",
      "data-product": product.id,
      "aria-label": words.like(product.title),
      "aria-pressed": String(likes.isLiked(product.id)),
      onclick: () => likes.toggle(product.id).catch(() => tell(words.likeFailed)),
    },
    picture(),
  );
}
