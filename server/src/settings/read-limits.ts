import { defaultRealtimeLimits as live } from "../realtime/limits.ts";
import { oneOf, type ReadSetting, refuse, refuseUnused, wholeNumber } from "./settings.ts";

/** Limits that stay with `LIMITS=off`. */
const boundsOfMemory = ["LIMIT_SUBSCRIPTIONS_PER_SOCKET", "LIMIT_SOCKETS"];

function limitsBy(read: ReadSetting, isLimited: boolean) {
  const limit = (name: `LIMIT_${string}`, fallback: number, maximum = 10_000): number => {
    if (!isLimited && !boundsOfMemory.includes(name)) refuseUnused(read, [name], "without LIMITS=on");
    return read(name, wholeNumber(1, maximum, fallback));
  };
  const rate = (
    name: `LIMIT_${string}`,
    burst: number,
    perSecond: number,
    burstMax?: number,
    perSecondMax?: number,
  ) => ({
    burst: limit(`${name}_BURST`, burst, burstMax),
    perSecond: limit(`${name}_PER_SECOND`, perSecond, perSecondMax),
  });
  const perMinute = (name: `LIMIT_${string}`, fallback: number) => {
    const burst = limit(name, fallback);
    return { burst, perSecond: burst / 60 };
  };
  return { limit, rate, perMinute };
}

/** LIM-1: All limits with their defaults, except those that the realtime server defines. */
export function readLimits(read: ReadSetting, isPublic: boolean) {
  const isLimited = read("LIMITS", oneOf(["on", "off"], "on")) === "on";
  refuse(
    !isLimited && isPublic,
    "LIMITS is off: that is allowed only while HOST and PUBLIC_URL are loopback addresses.",
  );
  const { limit, rate, perMinute } = limitsBy(read, isLimited);
  const uploads = limit("LIMIT_UPLOADS_PER_MINUTE", 12);
  const searches = limit("LIMIT_SEARCHES_PER_SECOND", 5);
  const marks = limit("LIMIT_READ_MARKS_PER_SECOND", 10);
  const limits = {
    signIn: {
      failuresPerMinute: limit("LIMIT_SIGN_IN_FAILURES_PER_MINUTE", 5, 1000),
      failuresPerAddressPerMinute: limit("LIMIT_SIGN_IN_FAILURES_PER_ADDRESS_PER_MINUTE", 30),
      failuresPerNamePerMinute: limit("LIMIT_SIGN_IN_FAILURES_PER_NAME_PER_MINUTE", 30),
    },
    calls: {
      rates: {
        publish: rate("LIMIT_PUBLISH", 20, 5),
        uploads: { burst: limit("LIMIT_UPLOADS_BURST", 10), perSecond: uploads / 60 },
        uploadParts: rate("LIMIT_UPLOAD_PARTS", 40, 10),
        actions: rate("LIMIT_ACTIONS", 10, 5),
        join: perMinute("LIMIT_JOIN_PER_MINUTE", 10),
        authorizeChannel: rate("LIMIT_CHANNEL_AUTH", 100, 20),
        ownSettings: perMinute("LIMIT_OWN_SETTINGS_PER_MINUTE", 20),
        readMarks: { burst: marks, perSecond: marks },
        sync: rate("LIMIT_SYNC", 20, 5),
        reads: rate("LIMIT_READS", 100, 20),
        search: { burst: searches, perSecond: searches },
        decisions: perMinute("LIMIT_DECISIONS_PER_MINUTE", 60),
        administration: perMinute("LIMIT_ADMINISTRATION_PER_MINUTE", 60),
        offerWrites: rate("LIMIT_OFFER_WRITES", 2000, 1000, 1_000_000, 100_000),
        unknownCalls: rate("LIMIT_UNKNOWN_CALLS", 100, 20),
        files: rate("LIMIT_FILES", 1000, 200, 1_000_000, 100_000),
      },
      expensiveAnswers: limit("LIMIT_EXPENSIVE_ANSWERS", 4, 1000),
    },
    realtime: {
      subscriptionsMax: limit("LIMIT_SUBSCRIPTIONS_PER_SOCKET", live.subscriptionsMax),
      clientEventsPerSecondMax: limit("LIMIT_WHISPERS_PER_SECOND", live.clientEventsPerSecondMax, 1000),
      socketsMax: limit("LIMIT_SOCKETS", live.socketsMax, 10_000_000),
      socketsPerUserMax: limit("LIMIT_SOCKETS_PER_PERSON", live.socketsPerUserMax),
      socketsPerAddressMax: limit("LIMIT_SOCKETS_PER_ADDRESS", live.socketsPerAddressMax, 1_000_000),
      socketsPerAddressPerMinuteMax: limit(
        "LIMIT_NEW_SOCKETS_PER_MINUTE",
        live.socketsPerAddressPerMinuteMax,
        1_000_000,
      ),
    },
    /** Connections per address with an unfinished handshake. */
    handshakesPending: limit("LIMIT_HANDSHAKES_PENDING", 5),
  };
  return { isLimited, limits };
}
