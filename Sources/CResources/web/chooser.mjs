// Chooses one of the variants of a product by the values of its options, such as a colour and a size.

import { element } from "./dom.mjs";
import { words } from "./words.mjs";

// The variant that a value leads to; nothing if none has it together with what was chosen before.
// Later choices stay, if that variant is in stock.
export function variantFor({ variants }, chosen, place, text) {
  const isSame = (value, at) => value === chosen.values[at];
  const candidates = variants.filter(
    ({ values }) => values[place] === text && values.slice(0, place).every(isSame),
  );
  const alike = candidates.find(({ values }) => values.every((value, at) => at <= place || isSame(value, at)));
  if (alike && !alike.is_sold_out) return alike;
  return candidates.find((one) => !one.is_sold_out) ?? alike ?? candidates[0];
}

function swatch(color) {
  const made = element("span", { class: "swatch" });
  made.style.backgroundColor = color;
  return made;
}

// The colours of a cell. Its label tells screen readers that there are options.
export function swatches(cell) {
  if (!cell.swatches?.length) return null;
  return element("p", { class: "swatches", "aria-hidden": "true" }, cell.swatches.map(swatch));
}

// A group of radio buttons for each option; `chose` is called with each variant that is chosen.
export function chooser(product, first, chose) {
  let chosen = first;
  const status = element("p", { class: "heard", role: "status" });
  const updates = [];
  const update = () => updates.forEach((one) => one());
  const choice = (place, { text, color }, number) => {
    const leads = () => variantFor(product, chosen, place, text);
    const onchange = () => {
      chosen = leads();
      update();
      status.textContent = chosen.accessibility_label;
      chose(chosen);
    };
    const name = `option-${place}`;
    const input = element("input", { type: "radio", name, id: `${name}-${number}`, onchange });
    const note = element("span", { class: "heard" });
    const shown = element("span", { class: "value" }, text);
    const label = element("label", {}, input, color ? swatch(color) : null, shown, note);
    updates.push(() => {
      const variant = leads();
      input.checked = chosen.values[place] === text;
      input.disabled = !variant;
      label.classList.toggle("gone", !variant || variant.is_sold_out);
      note.textContent = !variant ? ` ${words.notMade}` : variant.is_sold_out ? ` ${words.soldOut}` : "";
    });
    return label;
  };
  const groups = product.options.map(({ name, values }, place) =>
    element(
      "fieldset",
      { class: "choices" },
      element("legend", {}, name),
      values.map((value, number) => choice(place, value, number)),
    ),
  );
  update();
  return [groups, status];
}
