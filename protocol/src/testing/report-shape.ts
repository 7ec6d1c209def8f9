/** Fields allowed in a report's event, by path, with the form of their values. */
const fields: readonly (readonly [path: RegExp, value: RegExp])[] = [
  [/^event_id$/, /^[0-9a-f]{32}$/],
  [/^(?:start_)?timestamp$/, /^\d{10}(?:\.\d+)?$/],
  [/^platform$/, /^(?:node|javascript)$/],
  [/^level$/, /^error$/],
  [/^release$/, /^cuplaj@\d+\.\d+\.\d+$/],
  [/^sdk\.name$/, /^cuplaj\.reports$/],
  [/^sdk\.version$/, /^1$/],
  [/^sdk\.settings\.infer_ip$/, /^never$/],
  [/^tags\.part$/, /^(?:page|worker|server)$/],
  [/^tags\.language$/, /^(?:ro|en)$/],
  [/^tags\.kind$/, /^(?:customer|erp|agent)$/],
  [/^tags\.browser$/, /^(?:Chromium|Firefox|WebKit|other)$/],
  [/^transaction$/, /^(?:\/(?:[a-z]+(?:\/\{chat\})?|\{unknown\})?|[A-Z]+ \/api\/v1(?:\/[\w:-]+)+)$/],
  [/^transaction_info\.source$/, /^route$/],
  [/^contexts\.trace\.(?:trace|span)_id$/, /^[0-9a-f]{16,32}$/],
  [/^contexts\.trace\.op$/, /^(?:pageload|navigation)$/],
  [/^fingerprint\.0$/, /^[\x20-\x7e]*$/],
  [/^logentry\.formatted$/, /^[\x20-\x7e]+$/],
  [/^exception\.values\.\d\.type$/, /^[A-Za-z]+$/],
  [/^exception\.values\.\d\.value$/, /^[\x20-\x7e]*$/],
  [/^exception\.values\.\d\.stacktrace\.frames\.\d+\.filename$/, /^app:\/\/\/[\w./-]+\.(?:js|ts)$/],
  [/^exception\.values\.\d\.stacktrace\.frames\.\d+\.(?:lineno|colno)$/, /^\d{1,6}$/],
  [/^exception\.values\.\d\.stacktrace\.frames\.\d+\.in_app$/, /^true$/],
];

export const eventOf = (body: string): unknown => JSON.parse(body.split("\n")[2] ?? "");

/** Lists parts of an envelope that no report may have, as `path=value`. */
export function strangeParts(body: string): readonly string[] {
  const [header = "", item = "", event = "", ...more] = body.split("\n");
  const isSound =
    /^\{"event_id":"[0-9a-f]{32}","sdk":\{[^{}]*\{"infer_ip":"never"\}\}\}$/.test(header) &&
    /^\{"type":"(?:event|transaction)"\}$/.test(item);
  const strange = leaves(JSON.parse(event), "").filter(
    ([path, value]) => !fields.some(([known, allowed]) => known.test(path) && allowed.test(value)),
  );
  return [...more, ...(isSound ? [] : [header, item]), ...strange.map((leaf) => leaf.join("="))];
}

function leaves(value: unknown, path: string): readonly (readonly [path: string, value: string])[] {
  if (typeof value !== "object" || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === "" ? key : `${path}.${key}`));
}
