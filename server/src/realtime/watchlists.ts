import type { Connection } from "./connection.ts";
import { eventFrame } from "./frames.ts";
import { type PresenceRosters, type RosterChange, usersRoster } from "./presence-roster.ts";

/** People one socket may watch, as Pusher limits it; more is error 4302. */
export const watchlistMax = 100;

/** Sends signed-in sockets who of the people they watch comes online or goes offline. */
export class Watchlists {
  readonly #rosters: PresenceRosters;
  readonly #watchers = new Map<string, Set<Connection>>();

  constructor(rosters: PresenceRosters) {
    this.#rosters = rosters;
  }

  /** Starts watching and sends the current state. */
  add(connection: Connection): void {
    const watched = connection.signedIn?.watchlist ?? [];
    const appId = connection.app.app.id;
    if (watched.length === 0) return;
    for (const userId of watched) {
      const key = `${appId}\n${userId}`;
      const watchers = this.#watchers.get(key);
      if (watchers === undefined) this.#watchers.set(key, new Set([connection]));
      else watchers.add(connection);
    }
    const isOnline = (userId: string) => this.#rosters.member(appId, usersRoster, userId) !== null;
    const events = [
      { name: "online", user_ids: watched.filter(isOnline) },
      { name: "offline", user_ids: watched.filter((userId) => !isOnline(userId)) },
    ].filter((event) => event.user_ids.length > 0);
    connection.wire.send(eventFrame("pusher_internal:watchlist_events", { events }));
  }

  remove(connection: Connection): void {
    for (const userId of connection.signedIn?.watchlist ?? []) {
      const key = `${connection.app.app.id}\n${userId}`;
      const watchers = this.#watchers.get(key);
      watchers?.delete(connection);
      if (watchers?.size === 0) this.#watchers.delete(key);
    }
  }

  changed({ kind, appId, userId }: RosterChange): void {
    const watchers = this.#watchers.get(`${appId}\n${userId}`);
    if (watchers === undefined) return;
    const name = kind === "joining" ? "online" : "offline";
    const frame = eventFrame("pusher_internal:watchlist_events", { events: [{ name, user_ids: [userId] }] });
    for (const connection of watchers) connection.wire.send(frame);
  }

  size(): number {
    return this.#watchers.size;
  }
}
