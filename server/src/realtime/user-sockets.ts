import { closeCodes } from "./close-codes.ts";
import type { AppState, Connection } from "./connection.ts";
import type { PresenceRosters } from "./presence-roster.ts";
import type { RefusalReason } from "./realtime-options.ts";

/** The roster of everyone whose sockets are known; its name can be no channel's. */
export const usersRoster = "#users";

/** Closes a socket with a code; the client gets the message, `onRefused` the limit that was met, if any. */
export type CloseSocket = (connection: Connection, code: number, message: string, limit?: RefusalReason) => void;

/** Whose socket is whose, and by what it can be revoked. */
export class UserSockets {
  readonly #rosters: PresenceRosters;
  readonly #socketsPerUserMax: number;
  readonly #close: CloseSocket;

  constructor(rosters: PresenceRosters, socketsPerUserMax: number, close: CloseSocket) {
    this.#rosters = rosters;
    this.#socketsPerUserMax = socketsPerUserMax;
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

  /** The same, with the session by which the socket can be closed (AUTH-4). */
  bind(connection: Connection, userId: string, session: string): boolean {
    if (!this.identify(connection, userId)) return false;
    connection.sessions ??= [];
    if (!connection.sessions.includes(session)) connection.sessions.push(session);
    return true;
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

  closeSession(apps: Iterable<AppState>, session: string): void {
    for (const app of apps) {
      for (const connection of [...app.connections.values()]) {
        if (connection.sessions?.includes(session) !== true) continue;
        this.#close(connection, closeCodes.unauthorized, "The session has ended");
      }
    }
  }
}
