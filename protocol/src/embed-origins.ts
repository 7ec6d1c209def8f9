/**
 * EMB-1b: whether pages of an origin may show ours in a frame. A listed origin is whole, or has `*` in place of its first label, which
 * stands for one label: `https://*.example.ro` is `https://parts.example.ro`, and neither `https://example.ro` nor anything longer.
 */
export const isEmbedOrigin = (listed: readonly string[], origin: string): boolean =>
  listed.includes(origin) || listed.includes(origin.replace(/^(https?:\/\/)[^./:[\]*]+(?=\.)/u, "$1*"));
