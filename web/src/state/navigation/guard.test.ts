import { expect, test } from "vitest";
import { fromOf, guard, withFrom } from "./guard.ts";
import { messageLink, paths } from "./paths.ts";

test.each([
  ["/", "", "/login?from=%2F"],
  ["/view/oferta.10001", "", "/login?from=%2Fview%2Foferta.10001"],
  ["/join/10001", "?a=1", "/login?from=%2Fjoin%2F10001%3Fa%3D1&a=1"],
])("[GUARD-1] %s%s needs sign-in and redirects there with the full path as from, and the query", (path, search, to) => {
  expect(guard(path, search, false)).toEqual({ kind: "redirect", to });
});

test("[GUARD-1] logout without a session redirects to plain sign-in", () => {
  expect(guard("/logout", "?a=1", false)).toEqual({ kind: "redirect", to: "/login" });
});

test("[GUARD-2] when signed in, sign-in and register redirect to from, otherwise home", () => {
  const from = "?from=%2Fview%2Foferta.10001";
  expect(guard("/login", from, true)).toEqual({ kind: "redirect", to: "/view/oferta.10001" });
  expect(guard("/register", from, true)).toEqual({ kind: "redirect", to: "/view/oferta.10001" });
  expect(guard("/login", "", true)).toEqual({ kind: "redirect", to: "/" });
});

test("[WEB-6] the address that people guess redirects to the ERP sign-in, and keeps their target", () => {
  expect(guard("/erp/login", "", false)).toEqual({ kind: "redirect", to: "/login?erp=1" });
  expect(guard("/erp/login", "?from=%2Fview%2Fa", true)).toEqual({
    kind: "redirect",
    to: "/login?from=%2Fview%2Fa&erp=1",
  });
});

test("[SEC-11] logout with a session shows the question", () => {
  expect(guard("/logout", "", true)).toEqual({ kind: "show", route: { kind: "logout" } });
});

test.each(["/nowhere", "/view", "/view/", "/view/a/b", "/join/%E0%A4%A", "/LOGIN", "/login/"])(
  "[GUARD-4] %s is not a route, signed in or not",
  (path) => {
    expect(guard(path, "", false)).toEqual({ kind: "show", route: { kind: "not-found" } });
    expect(guard(path, "", true)).toEqual({ kind: "show", route: { kind: "not-found" } });
  },
);

test("[WEB-7] register is shown to signed-out people, and keeps their target", () => {
  const route = { kind: "register", from: "/view/oferta.10001" };
  expect(guard("/register", "?from=%2Fview%2Foferta.10001", false)).toEqual({ kind: "show", route });
  expect(withFrom(paths.login, route.from)).toBe("/login?from=%2Fview%2Foferta.10001");
  expect(withFrom(paths.register, paths.home)).toBe("/register");
});

test.each([
  "https://evil.example/view/a",
  "//evil.example/view/a",
  String.raw`/\evil.example/view/a`,
  "javascript:alert(1)",
  "view/a",
  "/login",
  "/logout",
  "/register",
  "/nowhere",
  "//[",
  "",
])("[GUARD-2] from=%s redirects home", (from) => {
  expect(fromOf(`?${new URLSearchParams({ from }).toString()}`)).toBe("/");
});

test("[GUARD-2] from keeps a known route's path and query", () => {
  expect(fromOf("?from=%2Fview%2Fa%3Fb%3D1")).toBe("/view/a?b=1");
  expect(fromOf("")).toBe("/");
});

test("[ROOM-1] a room's name survives the round trip through an address", () => {
  const name = "oferta.10001 ă/?#%";
  const { pathname } = new URL(paths.view(name), "https://cuplaj.test");
  expect(guard(pathname, "", true)).toEqual({ kind: "show", route: { kind: "view", roomRef: name } });
});

test.each([
  ["?m=57", 57],
  ["?x=1&m=9007199254740991", Number.MAX_SAFE_INTEGER],
])("[OLDER-5] %s names a message of the room", (search, messageSeq) => {
  for (const kind of ["view", "join"]) {
    const route = { kind, roomRef: "10001", messageSeq };
    expect(guard(`/${kind}/10001`, search, true)).toEqual({ kind: "show", route });
  }
});

test.each([
  "",
  "?m",
  "?m=",
  "?m=0",
  "?m=-5",
  "?m=%2B5",
  "?m=5.0",
  "?m=5e3",
  "?m=05",
  "?m=0x5",
  "?m=a",
  "?m=+5",
  "?m=٥",
])("[OLDER-5] %j names no message", (search) => {
  expect(guard("/view/10001", search, true)).toStrictEqual({ kind: "show", route: { kind: "view", roomRef: "10001" } });
});

test.each(["?m=9007199254740992", `?m=${"9".repeat(400)}`, "?m=5&m=6", "?m=5&m=5", "?m=5&m="])(
  "[OLDER-5] %j is too large for a message",
  (search) => {
    expect(guard("/view/10001", search, true)).toStrictEqual({
      kind: "show",
      route: { kind: "view", roomRef: "10001" },
    });
  },
);

test("[OLDER-5b] an address's message survives sign-in", () => {
  const link = messageLink("oferta.10001", 57);
  const { pathname, search } = new URL(link, "https://cuplaj.test");
  const verdict = guard(pathname, search, false);
  expect(verdict).toEqual({ kind: "redirect", to: "/login?from=%2Fview%2Foferta.10001%3Fm%3D57&m=57" });
  expect(fromOf("?from=%2Fview%2Foferta.10001%3Fm%3D57&m=57")).toBe(link);
});
