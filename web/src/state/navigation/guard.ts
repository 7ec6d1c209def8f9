import { type Route, paths, routeOfPath } from "./paths.ts";

export type Verdict =
  | { readonly kind: "show"; readonly route: Route }
  | { readonly kind: "redirect"; readonly to: string };

/** WEB-6: an address that people try for the ERP sign-in. */
const erpLoginPath = "/erp/login";

/** The route guard (GUARD-1 to GUARD-4). `search` begins with `?` or is empty. */
export function guard(path: string, search: string, isSignedIn: boolean, onlyRoom?: string): Verdict {
  if (path === erpLoginPath) {
    const query = new URLSearchParams(search);
    query.set("erp", "1");
    return { kind: "redirect", to: `${paths.login}?${query.toString()}` };
  }
  const route = routeOfPath(path, search);
  if (!isSignedIn) return guardSignedOut(route, path, search);
  const isForGuests = route.kind === "login" || route.kind === "register";
  if (onlyRoom !== undefined && !isOfOneRoom(route, onlyRoom)) return { kind: "redirect", to: paths.view(onlyRoom) };
  return isForGuests ? { kind: "redirect", to: fromOf(search) } : { kind: "show", route };
}

/** POST-6: whether a session of one room shows the route. */
const isOfOneRoom = (route: Route, onlyRoom: string): boolean =>
  route.kind === "view" ? route.roomRef === onlyRoom : route.kind === "mail" || route.kind === "logout";

function guardSignedOut(route: Route, path: string, search: string): Verdict {
  switch (route.kind) {
    case "login":
    case "register":
      return { kind: "show", route: { ...route, from: fromOf(search) } };
    case "logout":
      return { kind: "redirect", to: paths.login };
    case "home":
    case "search":
    case "request":
    case "join":
    case "view":
    case "admin":
      return { kind: "redirect", to: loginPath(path, search) };
    case "invite":
    case "mail":
    case "not-found":
    case "starting":
      return { kind: "show", route };
  }
}

export const withFrom = (path: string, from: string): string =>
  from === paths.home ? path : `${path}?${new URLSearchParams({ from }).toString()}`;

/** GUARD-1: the sign-in path, with the requested full path as `from`, and its query. */
function loginPath(path: string, search: string): string {
  const query = new URLSearchParams({ from: path + search });
  for (const [name, value] of new URLSearchParams(search)) {
    if (name !== "from") query.append(name, value);
  }
  return `${paths.login}?${query.toString()}`;
}

/** GUARD-2: the target of `from` if it is one of our paths and not a dead end; otherwise home. */
export function fromOf(search: string): string {
  const from = new URLSearchParams(search).get("from");
  if (from === null || !from.startsWith("/")) return paths.home;
  const here = "https://cuplaj.invalid";
  if (!URL.canParse(from, here)) return paths.home;
  const url = new URL(from, here);
  const kind = routeOfPath(url.pathname).kind;
  const isOurs = url.origin === here && ["view", "join", "request", "admin", "home"].includes(kind);
  return isOurs ? url.pathname + url.search + url.hash : paths.home;
}
