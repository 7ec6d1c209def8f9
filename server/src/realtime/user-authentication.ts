import { isUserAuthValid } from "./channel-auth.ts";
import { closeCodes, errorCodes } from "./close-codes.ts";
import type { Connection, SignedInUser } from "./connection.ts";
import { errorFrame, eventFrame } from "./frames.ts";
import { asRecord, isRecord } from "./json.ts";
import type { RealtimeParts } from "./realtime-parts.ts";
import { identify } from "./user-sockets.ts";
import { watchlistMax } from "./watchlists.ts";

/** `pusher:signin`: the app's server signed `user_data` for this socket; anything else closes it with 4009. */
export function authenticateUser(connection: Connection, data: unknown, parts: RealtimeParts): void {
  const request = asRecord(data) ?? {};
  const { auth, user_data: userData } = request;
  const isSigned =
    typeof auth === "string" &&
    typeof userData === "string" &&
    isUserAuthValid(connection.app.app, connection.id, auth, userData);
  const user = isSigned ? parseUser(userData) : null;
  if (user === null) {
    parts.metrics.authFailures += 1;
    parts.close(connection, closeCodes.unauthorized, "The sign-in was not authorized");
    return;
  }
  if (user.watchlist.length > watchlistMax) {
    connection.wire.send(errorFrame(errorCodes.watchlistTooLong, `A watchlist holds at most ${watchlistMax} users`));
    return;
  }
  if (!identify(connection, user.id, parts)) return;
  parts.watchlists.remove(connection);
  connection.signedIn = user;
  connection.wire.send(eventFrame("pusher:signin_success", { user_data: userData }));
  parts.watchlists.add(connection);
}

function parseUser(userData: string): SignedInUser | null {
  const user = asRecord(userData);
  const id = user?.["id"];
  if (user === null || typeof id !== "string" || id.length === 0 || id.length > 128) return null;
  const watchlist = user["watchlist"];
  return {
    id,
    userInfo: isRecord(user["user_info"]) ? user["user_info"] : null,
    watchlist: Array.isArray(watchlist) ? watchlist.filter((entry) => typeof entry === "string") : [],
  };
}
