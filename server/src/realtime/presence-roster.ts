import type { Clock, Timer } from "../kernel/clock.ts";
import type { RosterEntry } from "./bus.ts";
import type { Connection } from "./connection.ts";
import { parseJson } from "./json.ts";
import type { PresenceMember } from "./realtime-options.ts";

/** A person came or left, all sockets of all processes taken together. */
export interface RosterChange {
  readonly kind: "joining" | "leaving";
  readonly appId: string;
  readonly channel: string;
  readonly userId: string;
  /** JSON text. */
  readonly info: string;
  /** The socket that made the change, which gets no event of it. */
  readonly cause: Connection | null;
}

interface RosterListener {
  changed(change: RosterChange): void;
  /** The number of local sockets of a person changed; other processes should know. */
  announce(entry: RosterEntry): void;
}

interface Person {
  readonly info: string;
  localSockets: number;
  leaveTimer: Timer | null;
  remoteSockets: Map<string, number> | null;
}

interface Roster {
  readonly appId: string;
  readonly channel: string;
  readonly people: Map<string, Person>;
  hereText: string | null;
}

/** Who is present where. People are counted, not sockets; one leaves a grace time after the last socket (LIVE-6). */
export class PresenceRosters {
  readonly #rosters = new Map<string, Roster>();
  readonly #clock: Clock;
  readonly #leaveGraceMs: number;
  readonly #listener: RosterListener;

  constructor(clock: Clock, leaveGraceMs: number, listener: RosterListener) {
    this.#clock = clock;
    this.#leaveGraceMs = leaveGraceMs;
    this.#listener = listener;
  }

  /** One more local socket of a person. */
  join(appId: string, channel: string, userId: string, info: string, cause: Connection): void {
    const roster = this.#open(appId, channel);
    const known = roster.people.get(userId);
    const person = known ?? { info, localSockets: 0, leaveTimer: null, remoteSockets: null };
    if (person.leaveTimer !== null) this.#clock.clearTimeout(person.leaveTimer);
    person.leaveTimer = null;
    person.localSockets += 1;
    this.#announce(roster, userId, person, person.localSockets);
    if (known !== undefined) return;
    roster.people.set(userId, person);
    roster.hereText = null;
    this.#listener.changed({ kind: "joining", appId, channel, userId, info, cause });
  }

  /** One local socket less; after the last one the person stays for the grace time. */
  leave(appId: string, channel: string, userId: string): void {
    const roster = this.#rosters.get(rosterKey(appId, channel));
    const person = roster?.people.get(userId);
    if (roster === undefined || person === undefined || person.localSockets === 0) return;
    person.localSockets -= 1;
    if (person.localSockets > 0) this.#announce(roster, userId, person, person.localSockets);
    else this.#leaveSoon(roster, userId, person);
  }

  /** Cuts the grace of someone whose last socket has gone: the person leaves now. */
  expel(appId: string, channel: string, userId: string): void {
    const roster = this.#rosters.get(rosterKey(appId, channel));
    const person = roster?.people.get(userId);
    if (roster !== undefined && person !== undefined && person.leaveTimer !== null) {
      this.#clock.clearTimeout(person.leaveTimer);
      this.#leaveNow(roster, userId, person);
    }
  }

  /** What another process says of its own sockets. */
  applyRemote(node: string, entry: RosterEntry): void {
    const { appId, channel, userId } = entry;
    const known = this.#people(appId, channel).get(userId);
    if (entry.sockets === 0) {
      this.#dropRemote(node, appId, channel, userId);
    } else if (known !== undefined) {
      known.remoteSockets ??= new Map();
      known.remoteSockets.set(node, entry.sockets);
    } else {
      // What is no JSON would fail wherever it is read.
      const info = parseJson(entry.info ?? "null") === undefined ? "null" : (entry.info ?? "null");
      const roster = this.#open(appId, channel);
      const remoteSockets = new Map([[node, entry.sockets]]);
      roster.people.set(userId, { info, localSockets: 0, leaveTimer: null, remoteSockets });
      roster.hereText = null;
      this.#listener.changed({ kind: "joining", appId, channel, userId, info, cause: null });
    }
  }

  /** A process left in order: its people have the grace time, as after any last socket, to come back at another. */
  leaveNode(node: string): void {
    for (const roster of this.#rosters.values()) {
      for (const [userId, person] of roster.people) {
        if (person.remoteSockets?.delete(node) !== true) continue;
        if (person.remoteSockets.size > 0 || person.localSockets > 0 || person.leaveTimer !== null) continue;
        this.#leaveSoon(roster, userId, person);
      }
    }
  }

  /** Takes away what a process said, apart from the entries it just repeated (LIVE-6: no ghost survives a crash). */
  dropNode(node: string, repeated: readonly RosterEntry[] = []): void {
    const stays = new Set(repeated.map((entry) => `${rosterKey(entry.appId, entry.channel)}\n${entry.userId}`));
    for (const [key, roster] of [...this.#rosters]) {
      for (const userId of [...roster.people.keys()]) {
        if (!stays.has(`${key}\n${userId}`)) this.#dropRemote(node, roster.appId, roster.channel, userId);
      }
    }
  }

  /** What this process tells others when they ask. */
  *localEntries(): Iterable<RosterEntry> {
    for (const { appId, channel, people } of this.#rosters.values()) {
      for (const [userId, person] of people) {
        const sockets = Math.max(person.localSockets, person.leaveTimer === null ? 0 : 1);
        if (sockets > 0) yield { appId, channel, userId, info: person.info, sockets };
      }
    }
  }

  members(appId: string, channel: string): PresenceMember[] {
    return [...this.#people(appId, channel)].map(([userId, person]) => memberOf(userId, person));
  }

  member(appId: string, channel: string, userId: string): PresenceMember | null {
    const person = this.#people(appId, channel).get(userId);
    return person === undefined ? null : memberOf(userId, person);
  }

  userCount(appId: string, channel: string): number {
    return this.#people(appId, channel).size;
  }

  /** Open sockets of a person, in all processes. */
  socketCount(appId: string, channel: string, userId: string): number {
    const { localSockets = 0, remoteSockets = null } = this.#people(appId, channel).get(userId) ?? {};
    return [...(remoteSockets?.values() ?? [])].reduce((sum, count) => sum + count, localSockets);
  }

  /** The data of `subscription_succeeded`; built once for all who join between two changes. */
  hereText(appId: string, channel: string): string {
    const roster = this.#open(appId, channel);
    roster.hereText ??= encodeHere(roster.people);
    return roster.hereText;
  }

  size(): number {
    let people = 0;
    for (const roster of this.#rosters.values()) people += roster.people.size;
    return people;
  }

  /** Ends the timers of those about to leave. */
  close(): void {
    for (const roster of this.#rosters.values()) {
      for (const person of roster.people.values()) {
        if (person.leaveTimer !== null) this.#clock.clearTimeout(person.leaveTimer);
      }
    }
    this.#rosters.clear();
  }

  #people(appId: string, channel: string): ReadonlyMap<string, Person> {
    return this.#rosters.get(rosterKey(appId, channel))?.people ?? nobody;
  }

  #open(appId: string, channel: string): Roster {
    const key = rosterKey(appId, channel);
    let roster = this.#rosters.get(key);
    if (roster === undefined) {
      roster = { appId, channel, people: new Map(), hereText: null };
      this.#rosters.set(key, roster);
    }
    return roster;
  }

  #leaveSoon(roster: Roster, userId: string, person: Person): void {
    person.leaveTimer = this.#clock.setTimeout(() => this.#leaveNow(roster, userId, person), this.#leaveGraceMs);
  }

  #leaveNow(roster: Roster, userId: string, person: Person): void {
    person.leaveTimer = null;
    this.#announce(roster, userId, person, 0);
    this.#removeIfGone(roster, userId, person);
  }

  #dropRemote(node: string, appId: string, channel: string, userId: string): void {
    const roster = this.#rosters.get(rosterKey(appId, channel));
    const person = roster?.people.get(userId);
    if (roster === undefined || person === undefined || person.remoteSockets?.delete(node) !== true) return;
    this.#removeIfGone(roster, userId, person);
  }

  #removeIfGone(roster: Roster, userId: string, person: Person): void {
    if (person.localSockets > 0 || person.leaveTimer !== null) return;
    if (person.remoteSockets !== null && person.remoteSockets.size > 0) return;
    const { appId, channel } = roster;
    roster.people.delete(userId);
    roster.hereText = null;
    if (roster.people.size === 0) this.#rosters.delete(rosterKey(appId, channel));
    this.#listener.changed({ kind: "leaving", appId, channel, userId, info: person.info, cause: null });
  }

  #announce(roster: Roster, userId: string, person: Person, sockets: number): void {
    const { appId, channel } = roster;
    this.#listener.announce({ appId, channel, userId, info: person.info, sockets });
  }
}

const nobody: ReadonlyMap<string, Person> = new Map();

const memberOf = (userId: string, { info }: Person): PresenceMember => ({ userId, userInfo: JSON.parse(info) });

function rosterKey(appId: string, channel: string): string {
  return `${appId}\n${channel}`;
}

function encodeHere(people: ReadonlyMap<string, Person>): string {
  const ids = JSON.stringify([...people.keys()]);
  const hash = [...people].map(([userId, person]) => `${JSON.stringify(userId)}:${person.info}`).join(",");
  return `{"presence":{"ids":${ids},"hash":{${hash}},"count":${people.size}}}`;
}
