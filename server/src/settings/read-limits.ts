import { defaultRealtimeLimits as live } from "../realtime/limits.ts";
import { oneOf, type ReadSetting, refuse, refuseUnused, wholeNumber } from "./settings.ts";

/** Limits that still apply with `LIMITS=off`. */
const boundsOfMemory = ["LIMIT_SUBSCRIPTIONS_PER_SOCKET", "LIMIT_SOCKETS"];

/** Reads a limit or a rate. A rate comes from two settings (`..._BURST` and `..._PER_SECOND`) or from one number per minute. */
function limitsBy(read: ReadSetting, isLimited: boolean) {
  const limit = (name: `LIMIT_${string}`, fallback: number, meaning: string, maximum = 10_000): number => {
    if (!isLimited && !boundsOfMemory.includes(name)) refuseUnused(read, [name], "without LIMITS=on");
    return read(name, wholeNumber(1, maximum, fallback, unitOf(name)), meaning);
  };
  const rate = (
    name: `LIMIT_${string}`,
    [burst, perSecond]: readonly [number, number],
    meaning: string,
    [burstMax, perSecondMax]: readonly [number?, number?] = [],
  ) => ({
    burst: limit(`${name}_BURST`, burst, `${meaning}, at once.`, burstMax),
    perSecond: limit(`${name}_PER_SECOND`, perSecond, `${meaning}, sustained.`, perSecondMax),
  });
  const perMinute = (name: `LIMIT_${string}`, fallback: number, meaning: string) => {
    const burst = limit(name, fallback, meaning);
    return { burst, perSecond: burst / 60 };
  };
  return { limit, rate, perMinute };
}

const unitOf = (name: string): string => {
  if (name.endsWith("_PER_SECOND")) return "per second";
  return name.endsWith("_PER_MINUTE") ? "per minute" : "";
};

/** LIM-1: reads all limits with their defaults, except those that the realtime server defines. */
export function readLimits(read: ReadSetting, isPublic: boolean) {
  const isLimited =
    read("LIMITS", oneOf(["on", "off"], "on"), "`off` lifts limits on rates and sockets, on loopback only.") === "on";
  refuse(
    !isLimited && isPublic,
    "LIMITS is off: that is allowed only while HOST and PUBLIC_URL are loopback addresses.",
  );
  const by = limitsBy(read, isLimited);
  const limits = {
    signIn: signInLimits(by),
    calls: {
      rates: callRates(by),
      expensiveAnswers: by.limit("LIMIT_EXPENSIVE_ANSWERS", 4, "Concurrent large responses to a person.", 1000),
    },
    realtime: realtimeLimits(by),
    /** Most connections per address that have not finished their handshake. */
    handshakesPending: by.limit("LIMIT_HANDSHAKES_PENDING", 5, "Unfinished WebSocket handshakes from one address."),
  };
  return { isLimited, limits };
}

type LimitsBy = ReturnType<typeof limitsBy>;

const signInLimits = ({ limit }: LimitsBy) => ({
  failuresPerMinute: limit(
    "LIMIT_SIGN_IN_FAILURES_PER_MINUTE",
    5,
    "Failed sign-ins to one account from one address.",
    1000,
  ),
  failuresPerAddressPerMinute: limit(
    "LIMIT_SIGN_IN_FAILURES_PER_ADDRESS_PER_MINUTE",
    30,
    "Failed sign-ins from one address.",
  ),
  failuresPerNamePerMinute: limit(
    "LIMIT_SIGN_IN_FAILURES_PER_NAME_PER_MINUTE",
    30,
    "Failed sign-ins to one username from any address; then one attempt per second.",
  ),
});

function callRates({ limit, rate, perMinute }: LimitsBy) {
  const uploads = limit("LIMIT_UPLOADS_PER_MINUTE", 12, "Files sent by a person, sustained.");
  const searches = limit("LIMIT_SEARCHES_PER_SECOND", 5, "Searches by a person.");
  const marks = limit("LIMIT_READ_MARKS_PER_SECOND", 10, "Read markers moved by a person.");
  return {
    publish: rate("LIMIT_PUBLISH", [20, 5], "Messages published by a person"),
    uploads: {
      burst: limit("LIMIT_UPLOADS_BURST", 10, "Files sent by a person, at once."),
      perSecond: uploads / 60,
    },
    uploadParts: rate("LIMIT_UPLOAD_PARTS", [40, 10], "Parts of resumable uploads sent by a person"),
    actions: rate("LIMIT_ACTIONS", [10, 5], "Likes and take-overs by a person"),
    join: perMinute("LIMIT_JOIN_PER_MINUTE", 10, "Rooms a person joins or leaves, members they add or remove."),
    authorizeChannel: rate("LIMIT_CHANNEL_AUTH", [100, 20], "Channels authorized for a person"),
    ownSettings: perMinute("LIMIT_OWN_SETTINGS_PER_MINUTE", 20, "Changes of a person's own settings and account."),
    readMarks: { burst: marks, perSecond: marks },
    sync: rate("LIMIT_SYNC", [20, 5], "Catch-up calls (`sync`) by a person"),
    reads: rate("LIMIT_READS", [100, 20], "All other calls by a person"),
    search: { burst: searches, perSecond: searches },
    decisions: perMinute("LIMIT_DECISIONS_PER_MINUTE", 60, "Decisions on offer lines by a person."),
    administration: perMinute(
      "LIMIT_ADMINISTRATION_PER_MINUTE",
      60,
      "Changes of accounts and tokens by an administrator.",
    ),
    offerWrites: rate("LIMIT_OFFER_WRITES", [2000, 1000], "Offers stored by a program", [1_000_000, 100_000]),
    unknownCalls: rate("LIMIT_UNKNOWN_CALLS", [100, 20], "Calls without a valid token from one address"),
    files: rate("LIMIT_FILES", [1000, 200], "Pages and files fetched from one address", [1_000_000, 100_000]),
  };
}

const realtimeLimits = ({ limit }: LimitsBy) => ({
  subscriptionsMax: limit(
    "LIMIT_SUBSCRIPTIONS_PER_SOCKET",
    live.subscriptionsMax,
    "Channels subscribed to by one socket.",
  ),
  clientEventsPerSecondMax: limit(
    "LIMIT_WHISPERS_PER_SECOND",
    live.clientEventsPerSecondMax,
    "Client events by a person, per process.",
    1000,
  ),
  socketsMax: limit("LIMIT_SOCKETS", live.socketsMax, "Open sockets of one process.", 10_000_000),
  socketsPerUserMax: limit("LIMIT_SOCKETS_PER_PERSON", live.socketsPerUserMax, "Open sockets of a person."),
  socketsPerAddressMax: limit(
    "LIMIT_SOCKETS_PER_ADDRESS",
    live.socketsPerAddressMax,
    "Open sockets from one address.",
    1_000_000,
  ),
  socketsPerAddressPerMinuteMax: limit(
    "LIMIT_NEW_SOCKETS_PER_MINUTE",
    live.socketsPerAddressPerMinuteMax,
    "New sockets from one address.",
    1_000_000,
  ),
});
