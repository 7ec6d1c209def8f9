import type { ActorKind, AuditKind } from "@cuplaj/protocol/audit.ts";
import type { Clock, Timer } from "./clock.ts";
import type { Log } from "./log.ts";

/** Log levels by event; the events are also kinds of the audit log (AUD-1). */
const securityEvents = {
  "sign-in.succeeded": "info",
  "sign-in.begun": "info",
  "sign-in.failed": "warn",
  "session.ended": "info",
  "limit.met": "warn",
  "access.refused": "warn",
  "room.read-without-membership": "info",
  "file.infected": "warn",
  "account.added": "info",
  "account.disabled": "info",
  "account.enabled": "info",
  "account.renamed": "info",
  "account.invited": "info",
  "account.password-changed": "info",
  "account.signed-out": "info",
  "account.two-factor-set": "info",
  "account.two-factor-removed": "info",
  "account.recovery-renewed": "info",
  "account.role-changed": "info",
  "account.mail-changed": "info",
  "account.mail-bounced": "warn",
  "account.token-added": "info",
  "account.token-revoked": "info",
  "account.exported": "info",
  "account.erased": "info",
  "mail.refused": "warn",
  "offer.stored": "info",
  "offer.decided-for": "info",
  "role.changed": "warn",
  "backup.made": "info",
  "backup.restored": "warn",
} as const satisfies Readonly<Record<AuditKind, "info" | "warn">>;

export type SecurityEvent = AuditKind;

export const isSecurityEvent = (name: string): name is SecurityEvent => Object.hasOwn(securityEvents, name);

export const securityEventNames: readonly SecurityEvent[] = Object.keys(securityEvents).filter(isSecurityEvent);

export interface SecurityFact {
  /** The user's id; null if nobody is signed in and the event concerns no account. */
  readonly who: number | null;
  /** The name of a call or limit, or the id of a room or account. */
  readonly what: string;
  /** The address of the caller; null for a command of the operator. */
  readonly from: string | null;
  /** Absent for a signed-in person; `nobody` if `who` is only the account that was tried. */
  readonly by?: ActorKind;
}

export type StoreEvent = (event: SecurityEvent, fact: SecurityFact) => void;

/** The only way for security events to reach the log and the audit log; cheap to call, even in a flood. */
export interface SecurityLog {
  note(event: SecurityEvent, fact: SecurityFact): void;
}

export interface SecurityLines extends SecurityLog {
  /** Only writes the log line. Use it for events that are stored in the transaction of their change. */
  noteStored(event: SecurityEvent, fact: SecurityFact): void;
}

/** Most lines per minute: per address and event, and per event in total. Further lines are logged as a count. */
const linesPerAddressMax = 20;
const linesPerEventMax = 600;
/** Most addresses counted separately per minute; any others count only per event. */
const keysMax = 20_000;
const windowMs = 60_000;

/** Stores each event and logs it as a structured line; limits the lines of a flood. */
export function createSecurityLog(parts: {
  readonly log: Pick<Log, "info" | "warn">;
  readonly clock: Pick<Clock, "setTimeout">;
  readonly store: StoreEvent;
  /** Called for every event, even if its line is omitted. */
  readonly count?: (event: SecurityEvent) => void;
}): SecurityLines {
  const { log, clock, store, count = () => undefined } = parts;
  const ofAddress = new Map<string, number>();
  const ofEvent = new Map<string, number>();
  const leftOut = new Map<SecurityEvent, number>();
  let timer: Timer | null = null;
  const endWindow = (): void => {
    timer = null;
    ofAddress.clear();
    ofEvent.clear();
    for (const [event, count] of leftOut) {
      log.warn({ event, left_out: count }, "security events were left out beyond the lines per minute");
    }
    leftOut.clear();
  };
  const isOver = (counts: Map<string, number>, key: string, linesMax: number): boolean => {
    const counted = (counts.get(key) ?? 0) + 1;
    if (counted > 1 || counts.size < keysMax) counts.set(key, counted);
    return counted > linesMax;
  };
  /** Exempts the operator's events. */
  const isTooMuch = (event: SecurityEvent, from: string | null): boolean =>
    from !== null &&
    (isOver(ofAddress, `${event} ${from}`, linesPerAddressMax) || isOver(ofEvent, event, linesPerEventMax));
  const write: SecurityLines["noteStored"] = (event, { who, what, from }) => {
    count(event);
    timer ??= clock.setTimeout(endWindow, windowMs);
    if (isTooMuch(event, from)) leftOut.set(event, (leftOut.get(event) ?? 0) + 1);
    else log[securityEvents[event]]({ event, who, what, from }, "security");
  };
  return {
    note(event, fact) {
      store(event, fact);
      write(event, fact);
    },
    noteStored: write,
  };
}
