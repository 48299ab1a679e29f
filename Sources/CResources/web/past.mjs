// The screens that were shown, by their places in the history of the browser, so that going back shows
// one as it was left. A screen scrolls inside of the page: the browser remembers nothing of that.

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

  // Notes what is left, and gives what was kept of the entry to which the browser went, if any.
  move(left) {
    this.#screens.set(this.current, left);
    if (this.#place === undefined) {
      this.#place = this.current + 1;
      // Where a new way begins, nobody goes forward again.
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
    // It is drawn anew, from its top on.
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
