import type { Route } from "./navigation-shape.ts";

/** Every address of the product, as the guard knows them (GUARD-4). */
export const paths = {
  home: "/",
  search: "/search",
  login: "/login",
  logout: "/logout",
  register: "/register",
  invite: "/invite",
  admin: "/admin",
  view: (roomRef: string): string => `/view/${encodeURIComponent(roomRef)}`,
  join: (roomRef: string): string => `/join/${encodeURIComponent(roomRef)}`,
} as const;

/** The address of a message in its room, which opens around it (OLDER-5). */
export const messageLink = (roomName: string, seq: number): string => `${paths.view(roomName)}${messageQuery(seq)}`;

const messageQuery = (seq: number | undefined): string => (seq === undefined ? "" : `?m=${seq}`);

/** The message that a query names, once and as a number of ours; else none (OLDER-5). */
function messageOfQuery(search: string): { readonly messageSeq?: number } {
  const [named = "", ...more] = new URLSearchParams(search).getAll("m");
  const seq = Number(named);
  return more.length === 0 && /^[1-9]\d*$/.test(named) && Number.isSafeInteger(seq) ? { messageSeq: seq } : {};
}

/** The route of a path and its query; an unknown path leads to not-found (GUARD-4). */
export function routeOfPath(path: string, search = ""): Route {
  if (path === paths.home) return { kind: "home" };
  if (path === paths.search) return { kind: "search" };
  if (path === paths.login) return { kind: "login", from: paths.home };
  if (path === paths.logout) return { kind: "logout" };
  if (path === paths.register) return { kind: "register", from: paths.home };
  if (path === paths.invite) return { kind: "invite" };
  if (path === paths.admin) return { kind: "admin" };
  return roomRoute(path, search) ?? { kind: "not-found" };
}

function roomRoute(path: string, search: string): Route | null {
  const [, kind, encoded = ""] = /^\/(join|view)\/([^/]+)$/.exec(path) ?? [];
  const roomRef = decoded(encoded);
  if (kind === undefined || roomRef === null) return null;
  return { kind: kind === "join" ? "join" : "view", roomRef, ...messageOfQuery(search) };
}

/** The address of a route, with the message it names; home where a route has none of its own. */
export function pathOfRoute(route: Route): string {
  switch (route.kind) {
    case "view":
      return paths.view(route.roomRef) + messageQuery(route.messageSeq);
    case "join":
      return paths.join(route.roomRef) + messageQuery(route.messageSeq);
    case "search":
      return paths.search;
    case "login":
      return paths.login;
    case "logout":
      return paths.logout;
    case "register":
      return paths.register;
    case "admin":
      return paths.admin;
    case "home":
    case "starting":
    case "invite":
    case "not-found":
      return paths.home;
  }
}

/** Decoded text; null where its escapes are broken. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
