import type { Clock } from "../clock.ts";
import { closeCodes } from "./close-codes.ts";
import type { AppState, Connection } from "./connection.ts";
import type { PresenceRosters } from "./presence-roster.ts";
import type { RefusalReason } from "./realtime-server.ts";

/** The roster of everyone whose sockets are known; its name can be no channel's. */
export const usersRoster = "#users";

/** How long a session that was closed stays refused: an authorization may have been under way. */
const closedSessionMs = 60_000;

/** Closes a socket with a code; the words go to its client, the limit that it met, if any, to whoever listens. */
export type CloseSocket = (connection: Connection, code: number, message: string, limit?: RefusalReason) => void;

/** Whose socket is whose, and by what it can be revoked. */
export class UserSockets {
  readonly #rosters: PresenceRosters;
  readonly #socketsPerUserMax: number;
  readonly #clock: Clock;
  readonly #close: CloseSocket;
  readonly #closedSessions = new Map<string, { untilMs: number; code: number }>();

  constructor(rosters: PresenceRosters, socketsPerUserMax: number, clock: Clock, close: CloseSocket) {
    this.#rosters = rosters;
    this.#socketsPerUserMax = socketsPerUserMax;
    this.#clock = clock;
    this.#close = close;
  }

  /** Ties a socket to a person for its whole life. False, and the socket is closed, when that may not be. */
  identify(connection: Connection, userId: string): boolean {
    if (connection.userId === userId) return true;
    if (connection.userId !== null) {
      // Another person took over the browser: a fresh socket carries nothing of the first one.
      this.#close(connection, closeCodes.reconnectNow, "The socket belongs to another user");
      return false;
    }
    connection.userId = userId;
    connection.prove();
    const { app } = connection;
    const sockets = app.users.get(userId);
    if (sockets === undefined) app.users.set(userId, new Set([connection]));
    else sockets.add(connection);
    this.#rosters.join(app.app.id, usersRoster, userId, "null", connection);
    // LIM-1: a person's sockets are counted over all processes.
    if (this.#rosters.socketCount(app.app.id, usersRoster, userId) <= this.#socketsPerUserMax) return true;
    this.#close(connection, closeCodes.overCapacity, "Too many connections of this user", "person");
    return false;
  }

  bind(connection: Connection, userId: string, session: string): void {
    if (!this.identify(connection, userId)) return;
    connection.sessions ??= [];
    if (!connection.sessions.includes(session)) connection.sessions.push(session);
    const closed = this.#closedSessions.get(session);
    if (closed === undefined || closed.untilMs <= this.#clock.now()) return;
    this.#close(connection, closed.code, "The session has ended");
  }

  /** Called once when a socket has gone. */
  forget(connection: Connection): void {
    const { userId, app } = connection;
    if (userId === null) return;
    const sockets = app.users.get(userId);
    sockets?.delete(connection);
    if (sockets?.size === 0) app.users.delete(userId);
    this.#rosters.leave(app.app.id, usersRoster, userId);
  }

  closeUser(app: AppState, userId: string, code: number): void {
    for (const connection of [...(app.users.get(userId) ?? [])]) {
      this.#close(connection, code, "The user's connections were terminated");
    }
  }

  closeSession(apps: Iterable<AppState>, session: string, code: number): void {
    const now = this.#clock.now();
    for (const [closed, { untilMs }] of this.#closedSessions) {
      if (untilMs <= now) this.#closedSessions.delete(closed);
    }
    this.#closedSessions.set(session, { untilMs: now + closedSessionMs, code });
    for (const app of apps) {
      for (const connection of [...app.connections.values()]) {
        if (connection.sessions?.includes(session) === true) this.#close(connection, code, "The session has ended");
      }
    }
  }
}
