// A request as a curl command.

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function curl({ url, options }) {
  const parts = ["curl"];
  const method = options.method ?? "GET";
  if (method !== "GET") parts.push("-X", method);
  for (const [name, value] of Object.entries(options.headers)) {
    parts.push("-H", quoted(`${name}: ${value}`));
  }
  if (options.body instanceof FormData) {
    for (const [name, value] of options.body) {
      parts.push("-F", quoted(`${name}=${value instanceof File ? `@${value.name}` : value}`));
    }
  } else if (options.body) {
    parts.push("-d", quoted(options.body));
  }
  return [...parts, quoted(location.origin + url)].join(" ");
}
