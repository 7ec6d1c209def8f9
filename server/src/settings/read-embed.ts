import { isLoopbackHost, isOrigin, type Kind, type ReadSetting, refuseUnused, secret } from "./settings.ts";

/** EMB-2: as many characters as the output of HMAC-SHA256 has bytes. */
const secretCharactersMin = 32;

/** EMB-1, EMB-2: origins that may frame our pages, and the secret with which their servers sign people in (null for none). */
export function readEmbed(read: ReadSetting) {
  const origins = read("EMBED_ORIGINS", embedOrigins, "Origins that may frame Cuplaj.");
  if (origins.length === 0) refuseUnused(read, ["EMBED_SECRET"], "without EMBED_ORIGINS");
  return {
    embedOrigins: origins,
    embedSecret: read(
      "EMBED_SECRET",
      secret(`a text of at least ${secretCharactersMin} characters`, (given) => given.length >= secretCharactersMin),
      "Signs the tokens with which hosts sign people in; needs `EMBED_ORIGINS`.",
    ),
  };
}

const embedOrigins: Kind<readonly string[]> = {
  allowed:
    "origins such as https://parts.example.ro or https://*.parts.example.ro, separated by commas, plain http only for this machine",
  fallback: [],
  parse(given) {
    const listed = given.split(",").map((part) => part.trim());
    const named = listed.filter((part) => part !== "");
    return named.every(isListable) ? [...new Set(named)] : undefined;
  },
};

/** EMB-1b: whether a text is an allowed origin. The first label may be `*` if at least two labels follow, since nobody owns `https://*.ro`. */
function isListable(given: string): boolean {
  if (!isOrigin(given)) return false;
  const { protocol, hostname } = new URL(given);
  const [first, ...others] = hostname.split(".");
  const isLoopback = isLoopbackHost(hostname);
  if (others.some((label) => label.includes("*"))) return false;
  if (first === "*" ? others.length < 2 && !isLoopback : first?.includes("*") === true) return false;
  return protocol === "https:" || (protocol === "http:" && isLoopback);
}
