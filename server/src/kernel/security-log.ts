import type { Clock, Timer } from "./clock.ts";
import type { Log } from "./log.ts";

/**
 * Every event that is worth a line to whoever investigates an attack, with the level of the line. The list is closed: an alarm
 * can be set on a name. None carries the text of a message, a secret, or what somebody typed as a name or password.
 */
const securityEvents = {
  "sign-in.succeeded": "info",
  "sign-in.failed": "warn",
  /** The session was ended by its own person. */
  "session.ended": "info",
  /** Somebody met a limit; `what` is its name. */
  "limit.met": "warn",
  /** A rule refused what somebody asked for: 403, or the 404 for what they may not know of; `what` is the call. */
  "access.refused": "warn",
  /** A room was read by somebody who is no member of it (`rooms.view-any`). */
  "room.read-without-membership": "info",
  /** The checker found a file harmful; `what` is the call. */
  "file.infected": "warn",
  "account.added": "info",
  "account.disabled": "info",
  "account.password-changed": "info",
  "account.role-changed": "info",
  "account.token-added": "info",
  "account.token-revoked": "info",
} as const satisfies Record<string, "info" | "warn">;

export type SecurityEvent = keyof typeof securityEvents;

export const isSecurityEvent = (name: string): name is SecurityEvent => Object.hasOwn(securityEvents, name);

export const securityEventNames: readonly SecurityEvent[] = Object.keys(securityEvents).filter(isSecurityEvent);

/** Who did it, what it was about, and where it came from. */
export interface SecurityFact {
  /** Id of the participant; null where nobody is signed in or no account is meant. */
  readonly who: number | null;
  /** Name of a call, a limit, or the id of a room or account. */
  readonly what: string;
  /** The address it came from; null for a command of the operator. */
  readonly from: string | null;
}

/** The log's lines about security; cheap to call, also in a flood. */
export interface SecurityLog {
  note(event: SecurityEvent, fact: SecurityFact): void;
}

/** Lines a minute: of one event from one address, and of one event in all. The rest is logged as a count. */
const linesPerAddressMax = 20;
const linesPerEventMax = 600;
/** Events of an address that are counted apart in one minute; what comes from further addresses counts by its event alone. */
const keysMax = 20_000;
const windowMs = 60_000;

/** Writes each event as one structured line, and bounds the lines that a flood can cause. */
export function createSecurityLog(parts: {
  readonly log: Pick<Log, "info" | "warn">;
  readonly clock: Pick<Clock, "setTimeout">;
  /** Called for every event, also one that is left out. */
  readonly count?: (event: SecurityEvent) => void;
}): SecurityLog {
  const { log, clock, count = () => undefined } = parts;
  const ofAddress = new Map<string, number>();
  const ofEvent = new Map<string, number>();
  const leftOut = new Map<SecurityEvent, number>();
  let timer: Timer | null = null;
  const endWindow = (): void => {
    timer = null;
    ofAddress.clear();
    ofEvent.clear();
    for (const [event, count] of leftOut) {
      log.warn({ event, left_out: count }, "security events beyond the lines of a minute");
    }
    leftOut.clear();
  };
  const isOver = (counts: Map<string, number>, key: string, linesMax: number): boolean => {
    const counted = (counts.get(key) ?? 0) + 1;
    if (counted > 1 || counts.size < keysMax) counts.set(key, counted);
    return counted > linesMax;
  };
  /** What the operator does is never left out. */
  const isTooMuch = (event: SecurityEvent, from: string | null): boolean =>
    from !== null &&
    (isOver(ofAddress, `${event} ${from}`, linesPerAddressMax) || isOver(ofEvent, event, linesPerEventMax));
  return {
    note(event, { who, what, from }) {
      count(event);
      timer ??= clock.setTimeout(endWindow, windowMs);
      if (isTooMuch(event, from)) leftOut.set(event, (leftOut.get(event) ?? 0) + 1);
      else log[securityEvents[event]]({ event, who, what, from }, "security");
    },
  };
}
