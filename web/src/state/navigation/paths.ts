import type { Nothing } from "../shape.ts";

declare module "../shape.ts" {
  interface AppState extends NavigationState {}
  interface AppEvents extends NavigationEvents {}
  interface AppEffects extends NavigationEffects {}
}

interface RoomRoute {
  readonly roomRef: string;
  readonly messageSeq?: number;
}

export type Route =
  /** `search` shows the results. The search text is only in the history entry (FIND-3l). */
  | { readonly kind: "starting" | "home" | "search" | "request" | "invite" | "mail" | "admin" | "logout" | "not-found" }
  | ({ readonly kind: "join" | "view" } & RoomRoute)
  /** `from` is where to go after signing in, always one of our paths (GUARD-2). */
  | { readonly kind: "login" | "register"; readonly from: string };

export interface NavigationState {
  readonly route: Route;
  readonly isRoomListVisible: boolean;
  readonly isRoomListCompact: boolean;
}

export interface NavigationEvents {
  /** The address changed, through the page, a link or the back button. `entry` is the state of its history entry. */
  "address/arrived": { readonly path: string; readonly search: string; readonly entry?: unknown };
  "address/asked": { readonly path: string };
  "navigation/room-list-toggled": Nothing;
  "navigation/room-list-compacted": Nothing;
}

export interface NavigationEffects {
  navigate: { readonly to: string; readonly replace: boolean; readonly entry?: unknown };
  /** Goes back to the address if it is in the history; otherwise replaces this page with it (BACK-1b). */
  "navigate-back": { readonly to: string };
  "save-room-list-visible": { readonly isVisible: boolean };
  "save-room-list-compact": { readonly isCompact: boolean };
}

export const paths = {
  home: "/",
  search: "/search",
  request: "/cerere",
  login: "/login",
  logout: "/logout",
  register: "/register",
  invite: "/invite",
  mail: "/mail",
  mailLink: "/m",
  admin: "/admin",
  view: (roomRef: string): string => `/view/${encodeURIComponent(roomRef)}`,
  join: (roomRef: string): string => `/join/${encodeURIComponent(roomRef)}`,
} as const;

export const messageLink = (roomName: string, seq: number): string => `${paths.view(roomName)}${messageQuery(seq)}`;
const messageQuery = (seq: number | undefined): string => (seq === undefined ? "" : `?m=${seq}`);

function messageOfQuery(search: string): { readonly messageSeq?: number } {
  const [named = "", ...more] = new URLSearchParams(search).getAll("m");
  const seq = Number(named);
  return more.length === 0 && /^[1-9]\d*$/.test(named) && Number.isSafeInteger(seq) ? { messageSeq: seq } : {};
}

const plainRoutes: Readonly<Record<string, Route>> = {
  [paths.home]: { kind: "home" },
  [paths.search]: { kind: "search" },
  [paths.request]: { kind: "request" },
  [paths.login]: { kind: "login", from: paths.home },
  [paths.logout]: { kind: "logout" },
  [paths.register]: { kind: "register", from: paths.home },
  [paths.invite]: { kind: "invite" },
  [paths.mail]: { kind: "mail" },
  [paths.mailLink]: { kind: "mail" },
  [paths.admin]: { kind: "admin" },
};

export const routeOfPath = (path: string, search = ""): Route =>
  plainRoutes[path] ?? roomRoute(path, search) ?? { kind: "not-found" };

function roomRoute(path: string, search: string): Route | null {
  const [, kind, encoded = ""] = /^\/(join|view)\/([^/]+)$/.exec(path) ?? [];
  const roomRef = decoded(encoded);
  if (kind === undefined || roomRef === null) return null;
  return { kind: kind === "join" ? "join" : "view", roomRef, ...messageOfQuery(search) };
}

export function pathOfRoute(route: Route): string {
  const { kind } = route;
  if (kind === "view" || kind === "join") return paths[kind](route.roomRef) + messageQuery(route.messageSeq);
  return kind === "starting" || kind === "invite" || kind === "mail" || kind === "not-found" ? paths.home : paths[kind];
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
