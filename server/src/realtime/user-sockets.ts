import { closeCodes } from "./close-codes.ts";
import type { AppState, Connection } from "./connection.ts";
import { usersRoster } from "./presence-roster.ts";
import type { RealtimeParts } from "./realtime-parts.ts";

/** Binds a socket to a person for its lifetime. Closes it and returns false if that is not allowed. */
function identify(connection: Connection, userId: string, parts: RealtimeParts): boolean {
  const { rosters, limits, close } = parts;
  if (connection.userId === userId) return true;
  if (connection.userId !== null) {
    // Another person is now using the browser: a new socket inherits nothing from the first person's.
    close(connection, closeCodes.reconnectNow, "The socket belongs to another user");
    return false;
  }
  connection.userId = userId;
  connection.prove();
  giveBackHandshake(connection, userId, parts);
  const { app } = connection;
  const sockets = app.users.get(userId);
  if (sockets === undefined) app.users.set(userId, new Set([connection]));
  else sockets.add(connection);
  rosters.join(app.app.id, usersRoster, userId, "null", connection);
  if (rosters.socketCount(app.app.id, usersRoster, userId) <= limits.socketsPerUserMax) return true;
  close(connection, closeCodes.overCapacity, "Too many connections of this user", "person");
  return false;
}

/**
 * LIM-1e: stops counting the handshake for the address, since known people reconnecting from one address are not a flood. Each person has a separate
 * limit.
 */
function giveBackHandshake({ app, address }: Connection, userId: string, parts: RealtimeParts): void {
  const { handshakes, handshakesOfPeople, cluster, clock, limits } = parts;
  if (handshakesOfPeople.take(`${app.app.id} ${userId}`, limits.socketsPerUserMax, clock.steadyMs()) > 0) return;
  handshakes.takeBack(address, clock.steadyMs());
  cluster.publish({ kind: "handshake", address, isKnown: true });
}

/** Binds a socket to a person and a session, so that it can be closed when the session ends (AUTH-4). */
export function bind(connection: Connection, userId: string, session: string, parts: RealtimeParts): boolean {
  if (!identify(connection, userId, parts)) return false;
  const { sessions } = connection;
  if (sessions?.includes(session) !== true) connection.sessions = (sessions ?? []).concat(session);
  return true;
}

export function forgetUser(connection: Connection, { rosters }: RealtimeParts): void {
  const { userId, app } = connection;
  if (userId === null) return;
  const sockets = app.users.get(userId);
  sockets?.delete(connection);
  if (sockets?.size === 0) app.users.delete(userId);
  rosters.leave(app.app.id, usersRoster, userId);
}

export function closeUser(app: AppState, userId: string, code: number, { close }: RealtimeParts): void {
  for (const connection of [...(app.users.get(userId) ?? [])]) {
    close(connection, code, "The user's connections were terminated");
  }
}

export function closeSession(session: string, { registry, close }: RealtimeParts): void {
  for (const app of registry.apps()) {
    for (const connection of [...app.connections.values()]) {
      if (connection.sessions?.includes(session) !== true) continue;
      close(connection, closeCodes.unauthorized, "The session has ended");
    }
  }
}
