/** EMB-1b: whether `origin` may frame our pages. A listed `https://*.example.ro` matches exactly one label in place of `*`. */
export const isEmbedOrigin = (listed: readonly string[], origin: string): boolean =>
  listed.includes(origin) || listed.includes(origin.replace(/^(https?:\/\/)[^./:[\]*]+(?=\.)/u, "$1*"));
