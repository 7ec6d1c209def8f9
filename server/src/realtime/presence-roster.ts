import type { Clock, Timer } from "../kernel/clock.ts";
import type { RosterEntry } from "./bus.ts";
import type { Connection } from "./connection.ts";
import { parseJson } from "./json.ts";
import type { PresenceMember } from "./realtime-options.ts";

/** Name of the roster of all users; deliberately not a valid channel name. */
export const usersRoster = "#users";

/** A person's first socket joined a channel, or their last one left it, across all processes. */
export interface RosterChange {
  readonly kind: "joining" | "leaving";
  readonly appId: string;
  readonly channel: string;
  readonly userId: string;
  /** The user info, as JSON text. */
  readonly info: string;
  /** The socket that caused the change, which gets no event. */
  readonly cause: Connection | null;
}

interface RosterListener {
  changed(change: RosterChange): void;
  /** Called when a person's number of local sockets has changed, to inform other processes. */
  announce(entry: RosterEntry): void;
}

interface Person {
  readonly roster: Roster;
  readonly userId: string;
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

/** Counts people, not sockets. A person leaves a grace period after their last socket (LIVE-6). */
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

  join(appId: string, channel: string, userId: string, info: string, cause: Connection): void {
    const known = this.#person(appId, channel, userId);
    const person = known ?? this.#add(appId, channel, userId, info);
    this.#stopLeaving(person);
    person.localSockets += 1;
    this.#announce(person, person.localSockets);
    if (known === undefined) this.#listener.changed({ kind: "joining", appId, channel, userId, info, cause });
  }

  /** Removes a local socket; if it was the person's last one, the grace period begins. */
  leave(appId: string, channel: string, userId: string): void {
    const person = this.#person(appId, channel, userId);
    if (person === undefined || person.localSockets === 0) return;
    person.localSockets -= 1;
    if (person.localSockets > 0) this.#announce(person, person.localSockets);
    else this.#leaveSoon(person);
  }

  /** Ends the grace period of a person whose last socket has closed. */
  expel(appId: string, channel: string, userId: string): void {
    const person = this.#person(appId, channel, userId);
    if (person === undefined || person.leaveTimer === null) return;
    this.#stopLeaving(person);
    this.#leaveNow(person);
  }

  applyRemote(node: string, { appId, channel, userId, sockets, info: text = "null" }: RosterEntry): void {
    const known = this.#person(appId, channel, userId);
    if (sockets === 0) {
      if (known !== undefined) this.#dropRemote(node, known);
      return;
    }
    // Invalid JSON would cause failures wherever the roster is read.
    const person = known ?? this.#add(appId, channel, userId, parseJson(text) === undefined ? "null" : text);
    person.remoteSockets ??= new Map();
    person.remoteSockets.set(node, sockets);
    if (known !== undefined) return;
    this.#listener.changed({ kind: "joining", appId, channel, userId, info: person.info, cause: null });
  }

  /** Starts the grace period for people of a process that shut down in order, so that they can reconnect elsewhere. */
  leaveNode(node: string): void {
    for (const person of this.#everyone()) {
      if (person.remoteSockets?.delete(node) !== true) continue;
      if (person.remoteSockets.size === 0 && person.localSockets === 0 && person.leaveTimer === null) {
        this.#leaveSoon(person);
      }
    }
  }

  /** Removes what a process announced, except the entries that it just repeated (LIVE-6: no ghosts survive a crash). */
  dropNode(node: string, repeated: readonly RosterEntry[] = []): void {
    const present = new Set(repeated.map((entry) => `${rosterKey(entry.appId, entry.channel)}\n${entry.userId}`));
    for (const person of [...this.#everyone()]) {
      const { roster, userId } = person;
      if (!present.has(`${rosterKey(roster.appId, roster.channel)}\n${userId}`)) this.#dropRemote(node, person);
    }
  }

  *localEntries(): Iterable<RosterEntry> {
    for (const { roster, userId, info, localSockets, leaveTimer } of this.#everyone()) {
      const sockets = Math.max(localSockets, leaveTimer === null ? 0 : 1);
      if (sockets > 0) yield { appId: roster.appId, channel: roster.channel, userId, info, sockets };
    }
  }

  members(appId: string, channel: string): PresenceMember[] {
    return [...(this.#rosters.get(rosterKey(appId, channel))?.people.values() ?? [])].map(memberOf);
  }

  member(appId: string, channel: string, userId: string): PresenceMember | null {
    const person = this.#person(appId, channel, userId);
    return person === undefined ? null : memberOf(person);
  }

  userCount(appId: string, channel: string): number {
    return this.#rosters.get(rosterKey(appId, channel))?.people.size ?? 0;
  }

  /** Number of a person's open sockets in all processes. */
  socketCount(appId: string, channel: string, userId: string): number {
    const { localSockets = 0, remoteSockets = null } = this.#person(appId, channel, userId) ?? {};
    return [...(remoteSockets?.values() ?? [])].reduce((sum, count) => sum + count, localSockets);
  }

  /** The data of `subscription_succeeded`, cached until the roster changes. */
  hereText(appId: string, channel: string): string {
    const roster = this.#open(appId, channel);
    roster.hereText ??= encodeHere(roster.people);
    return roster.hereText;
  }

  size(): number {
    return [...this.#rosters.values()].reduce((sum, { people }) => sum + people.size, 0);
  }

  close(): void {
    for (const person of this.#everyone()) this.#stopLeaving(person);
    this.#rosters.clear();
  }

  *#everyone(): Iterable<Person> {
    for (const { people } of this.#rosters.values()) yield* people.values();
  }

  #person(appId: string, channel: string, userId: string): Person | undefined {
    return this.#rosters.get(rosterKey(appId, channel))?.people.get(userId);
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

  #add(appId: string, channel: string, userId: string, info: string): Person {
    const roster = this.#open(appId, channel);
    const person = { roster, userId, info, localSockets: 0, leaveTimer: null, remoteSockets: null };
    roster.people.set(userId, person);
    roster.hereText = null;
    return person;
  }

  #leaveSoon(person: Person): void {
    person.leaveTimer = this.#clock.setTimeout(() => this.#leaveNow(person), this.#leaveGraceMs);
  }

  #stopLeaving(person: Person): void {
    if (person.leaveTimer !== null) this.#clock.clearTimeout(person.leaveTimer);
    person.leaveTimer = null;
  }

  #leaveNow(person: Person): void {
    person.leaveTimer = null;
    this.#announce(person, 0);
    this.#removeIfGone(person);
  }

  #dropRemote(node: string, person: Person): void {
    if (person.remoteSockets?.delete(node) === true) this.#removeIfGone(person);
  }

  #removeIfGone({ roster, userId, info, localSockets, leaveTimer, remoteSockets }: Person): void {
    if (localSockets > 0 || leaveTimer !== null || (remoteSockets !== null && remoteSockets.size > 0)) return;
    const { appId, channel, people } = roster;
    people.delete(userId);
    roster.hereText = null;
    if (people.size === 0) this.#rosters.delete(rosterKey(appId, channel));
    this.#listener.changed({ kind: "leaving", appId, channel, userId, info, cause: null });
  }

  #announce({ roster: { appId, channel }, userId, info }: Person, sockets: number): void {
    this.#listener.announce({ appId, channel, userId, info, sockets });
  }
}

const memberOf = ({ userId, info }: Person): PresenceMember => ({ userId, userInfo: JSON.parse(info) });

function rosterKey(appId: string, channel: string): string {
  return `${appId}\n${channel}`;
}

function encodeHere(people: ReadonlyMap<string, Person>): string {
  const ids = JSON.stringify([...people.keys()]);
  const hash = [...people].map(([userId, person]) => `${JSON.stringify(userId)}:${person.info}`).join(",");
  return `{"presence":{"ids":${ids},"hash":{${hash}},"count":${people.size}}}`;
}
