// Types of the contract, as readable text.

import { element, marked } from "./dom.mjs";
import { texts } from "./korean.mjs";
import { bodies } from "./koreanbodies.mjs";
import { language, say } from "./words.mjs";

const methods = ["get", "post", "put", "patch", "delete"];

// The little Markdown that the contract uses: `code` and paragraphs.
export function prose(text, lang = null) {
  return text.split("\n\n").map((paragraph) => element("p", { lang }, marked(paragraph)));
}

// A text of the contract, which is English: in Korean where there is a translation.
function translation(text) {
  const korean = language === "ko" ? (texts[text] ?? bodies[text]) : undefined;
  return [korean ?? text, language === "en" || korean ? null : "en"];
}

export function explained(text) {
  return prose(...translation(text));
}

// The same in a line.
export function explanation(text) {
  const [told, lang] = translation(text);
  return element("span", { lang }, marked(told));
}

function range(least, most) {
  return say(`${least} to ${most.toLocaleString()}`, `${least}~${most.toLocaleString()}`);
}

export class Contract {
  constructor(document) {
    this.document = document;
  }

  // Operations by their tags, in the order of the document.
  groups() {
    const all = Object.entries(this.document.paths).flatMap(([path, operations]) =>
      methods
        .filter((method) => operations[method])
        .map((method) => ({ method, path, operation: operations[method] })),
    );
    return this.document.tags.map((tag) => ({
      tag,
      operations: all.filter(({ operation }) => operation.tags[0] === tag.name),
    }));
  }

  resolve(value) {
    if (value?.contentSchema) return this.resolve(value.contentSchema);
    if (!value?.$ref) return value;
    return value.$ref
      .slice(2)
      .split("/")
      .reduce((place, step) => place[step], this.document);
  }

  // The possible values, in a few words.
  static limits(schema) {
    if (schema.$ref) return schema.$ref.split("/").pop();
    if (schema.anyOf) return schema.anyOf.map(Contract.limits).join(say(" or ", " 또는 "));
    if (schema.type === "array") return say(`array of ${Contract.limits(schema.items)}`, `${Contract.limits(schema.items)} 배열`);
    const words = schema.enum ?? schema["x-extensible-enum"];
    const parts = [];
    if (words) {
      const known = words.filter((word) => word !== null).join(", ");
      parts.push(schema.enum ? known : say(`${known}; more may come`, `${known}; 추가될 수 있음`));
    } else {
      parts.push(schema.format ?? [schema.type].flat().join(say(" or ", " 또는 ")));
    }
    if (schema.minimum !== undefined && schema.maximum !== undefined) {
      parts.push(range(schema.minimum, schema.maximum));
    } else if (schema.minimum !== undefined) {
      parts.push(say(`from ${schema.minimum}`, `${schema.minimum} 이상`));
    }
    // Programs count code points, people characters.
    const most = schema["x-max-characters"] ?? schema.maxLength;
    if (most !== undefined) {
      const length = range(schema.minLength ?? 0, most);
      parts.push(say(`${length} characters`, `${length}자`));
    }
    const usual = schema.default;
    if (usual !== undefined) parts.push(say(`${usual} by default`, `기본값 ${usual}`));
    return parts.join(", ");
  }

  // The members of a type; members with types of their own can be opened.
  tree(schema, depth = 0) {
    if (schema.anyOf) {
      const choices = schema.anyOf.filter((choice) => choice.type !== "null");
      if (choices.length === 1) return this.tree(choices[0], depth);
      return element(
        "div",
        {},
        choices.map((choice) =>
          element(
            "details",
            {},
            element("summary", {}, Contract.limits(choice)),
            this.tree(choice, depth + 1),
          ),
        ),
      );
    }
    if (schema.type === "array") return this.tree(schema.items, depth);
    const resolved = this.resolve(schema);
    if (!resolved?.properties) return null;
    const required = new Set(resolved.required);
    return element(
      "dl",
      { class: "members" },
      Object.entries(resolved.properties).map(([name, member]) => [
        element(
          "dt",
          {},
          element("code", {}, name),
          required.has(name) ? null : element("i", {}, say(" optional", " 선택")),
        ),
        element(
          "dd",
          {},
          element("span", { class: "quiet" }, Contract.limits(member)),
          " — ",
          explanation(member.description ?? ""),
          this.inner(member, depth),
        ),
      ]),
    );
  }

  // Filled only when it is opened.
  inner(member, depth) {
    const holds = JSON.stringify(member).match(/"(\$ref|properties)":/);
    if (!holds || depth > 5) return null;
    const details = element("details", {}, element("summary", {}, say("Members", "필드")));
    details.addEventListener(
      "toggle",
      () => details.childElementCount === 1 && details.append(this.tree(member, depth + 1) ?? ""),
    );
    return details;
  }

  // The names of all members of a type, and of those in them.
  names(schema, found = new Set(), seen = new Set()) {
    for (const choice of schema.anyOf ?? []) this.names(choice, found, seen);
    if (schema.items) this.names(schema.items, found, seen);
    const { properties } = this.resolve(schema);
    if (!properties || seen.has(properties)) return found;
    seen.add(properties);
    for (const [name, member] of Object.entries(properties)) {
      found.add(name);
      this.names(member, found, seen);
    }
    return found;
  }

  // An example of a type, made from the examples of its members.
  example(schema, depth = 0) {
    if (schema.examples) return schema.examples[0];
    if (schema.anyOf) return this.example(schema.anyOf[0], depth + 1);
    if (schema.type === "array") return depth > 6 ? [] : [this.example(schema.items, depth + 1)];
    const resolved = this.resolve(schema);
    if (!resolved?.properties) return resolved?.type === "string" ? "" : {};
    return Object.fromEntries(
      Object.entries(resolved.properties).map(([name, member]) => [
        name,
        this.example(member, depth + 1),
      ]),
    );
  }
}
