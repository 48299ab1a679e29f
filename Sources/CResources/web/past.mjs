// The screens that were shown, by their places in the browser's history, so that going back restores
// them. A screen scrolls inside the page, which the browser does not remember.

const screensMax = 20;

export class Past {
  #screens = new Map();
  #scrollTops = new Map();

  constructor() {
    this.#place = history.state?.place ?? 0;
  }

  // The number of the entry that is shown; the first of ours is 0.
  get #place() {
    return history.state?.place;
  }

  set #place(place) {
    history.replaceState({ place }, "");
    this.current = place;
  }

  get isAtStart() {
    return this.current === 0;
  }

  // Stores the screen that is left, and returns the one that was kept for the new entry, if any.
  move(left) {
    this.#screens.set(this.current, left);
    if (this.#place === undefined) {
      this.#place = this.current + 1;
      // A new entry removes those after it, so the browser cannot go forward to them.
      for (const kept of [this.#screens, this.#scrollTops]) {
        for (const place of kept.keys()) {
          if (place >= this.current || place <= this.current - screensMax) kept.delete(place);
        }
      }
      return null;
    }
    this.current = this.#place;
    const screen = this.#screens.get(this.current);
    if (screen) return { screen, scrollTop: this.#scrollTops.get(this.current) ?? 0 };
    // It is drawn again, from its top.
    this.#scrollTops.delete(this.current);
    return null;
  }

  // Another address in the place of the one that is shown.
  replace(address) {
    history.replaceState({ place: this.current }, "", address);
  }

  scrolled(top) {
    this.#scrollTops.set(this.current, top);
  }
}
