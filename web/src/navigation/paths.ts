import type { Route } from "./navigation-shape.ts";

/** Every address of the product, as the guard knows them (GUARD-4). */
export const paths = {
  home: "/",
  login: "/login",
  logout: "/logout",
  register: "/register",
  view: (roomRef: string): string => `/view/${encodeURIComponent(roomRef)}`,
  join: (roomRef: string): string => `/join/${encodeURIComponent(roomRef)}`,
} as const;

/** The route of a path; an unknown path leads to not-found (GUARD-4). */
export function routeOfPath(path: string): Route {
  if (path === paths.home) return { kind: "home" };
  if (path === paths.login) return { kind: "login", from: paths.home };
  if (path === paths.logout) return { kind: "logout" };
  if (path === paths.register) return { kind: "register", from: paths.home };
  const match = /^\/(join|view)\/([^/]+)$/.exec(path);
  const roomRef = match?.[2] ? decoded(match[2]) : null;
  if (roomRef === null) return { kind: "not-found" };
  return match?.[1] === "join" ? { kind: "join", roomRef } : { kind: "view", roomRef };
}

/** The path of a route; home where a route has none of its own. */
export function pathOfRoute(route: Route): string {
  switch (route.kind) {
    case "view":
      return paths.view(route.roomRef);
    case "join":
      return paths.join(route.roomRef);
    case "login":
      return paths.login;
    case "logout":
      return paths.logout;
    case "register":
      return paths.register;
    case "home":
    case "starting":
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
