import { describe, expect, test } from "vitest";
import { createTickets, ticketCookie } from "./tickets.ts";

const session = "ab".repeat(32);
const path = "/api/v1/chat/5/download/7/0";
const bounds = { seconds: 300, isSecure: false };

function start(secret = "secret") {
  const world = { nowMs: 1_790_000_000_000 };
  const tickets = createTickets({ secret, now: () => world.nowMs });
  const pair = (of = path, whose = session): string => tickets.cookieOf(whose, of, bounds).split(";", 1)[0] ?? "";
  return { world, tickets, pair };
}

describe("tickets", () => {
  test("[MSG-4h] one opens its path for its lifetime, to the millisecond", () => {
    const { world, tickets, pair } = start();
    const cookie = pair();
    expect(tickets.sessionOf(cookie, path)).toBe(session);
    world.nowMs += 299_999;
    expect(tickets.sessionOf(cookie, path)).toBe(session);
    world.nowMs += 1;
    expect(tickets.sessionOf(cookie, path)).toBeNull();
  });

  test("[MSG-4h] its cookie is HttpOnly, same-site, and Secure over TLS", () => {
    const { tickets } = start();
    const plain = tickets.cookieOf(session, path, bounds);
    expect(plain.split("; ").slice(1)).toEqual([`Path=${path}`, "Max-Age=300", "HttpOnly", "SameSite=Strict"]);
    expect(tickets.cookieOf(session, path, { ...bounds, isSecure: true })).toBe(`${plain}; Secure`);
  });

  test.each([
    ["another message's path", "/api/v1/chat/5/download/8/0"],
    ["a path that begins alike", `${path}0`],
    ["a path below", `${path}/x`],
    ["the same in other letters", "/api/v1/chat/%35/download/7/0"],
    ["none", ""],
  ])("[MSG-4i] one opens no other path: %s", (_what, other) => {
    const { tickets, pair } = start();
    expect(tickets.sessionOf(pair(), other)).toBeNull();
  });

  test("[MSG-4i] any change or omission invalidates it", () => {
    const { tickets, pair } = start();
    const cookie = pair();
    const begin = ticketCookie.length + 1;
    for (let index = begin; index < cookie.length - 1; index += 1) {
      const other = cookie[index] === "1" ? "2" : "1";
      const changed = cookie.slice(0, index) + other + cookie.slice(index + 1);
      expect(tickets.sessionOf(changed, path)).toBeNull();
      expect(tickets.sessionOf(cookie.slice(0, index), path)).toBeNull();
    }
    const [claims, until, signature] = cookie.slice(begin).split(".");
    const longer = Number(until) + 1;
    for (const value of [`${claims}.${longer}.${signature}`, `${claims}.${until}.`, "", ".", `x${cookie.slice(begin)}`])
      expect(tickets.sessionOf(`${ticketCookie}=${value}`, path)).toBeNull();
    expect(start("another secret").tickets.sessionOf(cookie, path)).toBeNull();
  });

  test("[MSG-4i] cookies of neighbouring pages under its name neither hide it nor cost more than four tries", () => {
    const { tickets, pair } = start();
    const cookie = pair();
    const other = `${ticketCookie}=x`;
    expect(tickets.sessionOf(`a=b;${other}; ${other};${cookie}; c=d`, path)).toBe(session);
    expect(tickets.sessionOf(`${other}; ${other}; ${other}; ${other}; ${cookie}`, path)).toBeNull();
    expect(tickets.sessionOf(`x${cookie}`, path)).toBeNull();
  });
});
