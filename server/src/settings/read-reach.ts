import {
  isHost,
  isLoopbackHost,
  isOrigin,
  isUrlOf,
  type Kind,
  type ReadSetting,
  refuse,
  text,
  wholeNumber,
} from "./settings.ts";

/** Where the server listens, and how others reach it. */
export function readReach(read: ReadSetting) {
  const host = read(
    "HOST",
    text("an IP address or host name of this machine", "127.0.0.1", isHost),
    "Address to listen on.",
  );
  const publicUrl = read("PUBLIC_URL", publicOrigin, "Address people open; required unless `HOST` is loopback.");
  const proxies = read(
    "TRUST_PROXY",
    wholeNumber(0, 9, null, "proxies"),
    "Number of proxies in front whose `X-Forwarded-For` is trusted. Unset means 0; required with a public `PUBLIC_URL` on a loopback `HOST`.",
  );
  const isNamed = publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname);
  refuse(
    publicUrl === null && !isLoopbackHost(host),
    `PUBLIC_URL is not set: with HOST ${host} it must be the address people open, such as https://chat.example.ro.`,
  );
  // LIVE-1: beyond this machine the live connection is always encrypted, so a page on plain HTTP could not use it.
  refuse(
    isNamed && publicUrl.startsWith("http:"),
    `PUBLIC_URL is "${publicUrl}"; allowed is an https address, plain http only for this machine.`,
  );
  // SEC-8: without this setting, everybody behind the proxy would share one address, and five bad guesses would lock everybody out.
  refuse(
    isNamed && isLoopbackHost(host) && proxies === null,
    `TRUST_PROXY is not set: with HOST ${host} and a public PUBLIC_URL it must be 1 behind one proxy, or 0 without a proxy (a tunnel, a forwarded port).`,
  );
  return {
    host,
    port: read("PORT", wholeNumber(0, 65_535, 8080), "Port for HTTP; 0 picks a free one."),
    /** The origin that people open, if it differs from the one this process listens on. */
    publicUrl,
    /** Whether other machines can reach the server, by `HOST` or `PUBLIC_URL`. */
    isPublic: isNamed || !isLoopbackHost(host),
    /** Number of proxies in front that are trusted to report the client's address. */
    trustedProxies: proxies ?? 0,
  };
}

const publicOrigin: Kind<string | null> = {
  allowed: "the address people open, such as https://chat.example.ro, without a path",
  fallback: null,
  parse: (given) =>
    isUrlOf(["http:", "https:"])(given) && isOrigin(given.replace(/\/$/u, "")) ? new URL(given).origin : undefined,
};
