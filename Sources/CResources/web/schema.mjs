// Types of the contract, as readable text.

import { element } from "./dom.mjs";

const methods = ["get", "post", "put", "patch", "delete"];

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
    if (!value?.$ref) return value;
    return value.$ref
      .slice(2)
      .split("/")
      .reduce((place, step) => place[step], this.document);
  }

  // The possible values, in a few words.
  static limits(schema) {
    if (schema.$ref) return schema.$ref.split("/").pop();
    if (schema.anyOf) return schema.anyOf.map(Contract.limits).join(" or ");
    if (schema.type === "array") return `array of ${Contract.limits(schema.items)}`;
    const words = schema.enum ?? schema["x-extensible-enum"];
    const parts = [];
    if (words) {
      const known = words.filter((word) => word !== null).join(", ");
      parts.push(schema.enum ? known : `${known}; more may come`);
    } else {
      parts.push(schema.format ?? [schema.type].flat().join(" or "));
    }
    if (schema.minimum !== undefined && schema.maximum !== undefined) {
      parts.push(`${schema.minimum} to ${schema.maximum.toLocaleString()}`);
    } else if (schema.minimum !== undefined) {
      parts.push(`from ${schema.minimum}`);
    }
    if (schema.maxLength !== undefined) {
      parts.push(`${schema.minLength ?? 0} to ${schema.maxLength.toLocaleString()} characters`);
    }
    if (schema.default !== undefined) parts.push(`${schema.default} by default`);
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
          required.has(name) ? null : element("i", {}, " optional"),
        ),
        element(
          "dd",
          {},
          element("span", { class: "quiet" }, Contract.limits(member)),
          ` — ${member.description}`,
          this.inner(member, depth),
        ),
      ]),
    );
  }

  // Filled only when it is opened.
  inner(member, depth) {
    const holds = JSON.stringify(member).includes('"$ref"');
    if (!holds || depth > 5) return null;
    const details = element("details", {}, element("summary", {}, "Members"));
    details.addEventListener(
      "toggle",
      () => details.childElementCount === 1 && details.append(this.tree(member, depth + 1) ?? ""),
    );
    return details;
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
