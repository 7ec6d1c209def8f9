import { beforeEach, expect, test } from "vitest";
import type { CallResult } from "../api/api-client.ts";
import type { Outside } from "../state/part.ts";
import type { CallError } from "../state/entities.ts";
import { ana, room, signedInAna } from "../testing/people.ts";
import { createTestApp, startAnasApp, type TestApp } from "../testing/test-app.ts";
import { createHostCommands } from "./host-commands.ts";
import type { Command } from "./host-link.ts";

const host = "https://parts.example.ro";
const user = (id: number, type: string, username: string) => ({
  ...{ id, type, username, name: username, roles: [], users_silenced: [], locale: "ro", version: 1 },
  ...{ rooms: { pinned: [], muted: [], unread: [] }, notifications: { privacy: "what", quiet: null } },
});
const anasUser = user(ana.id, ana.kind, "ana");
const radusUser = user(77, "erp", "radu");

type Exchanged = CallResult<unknown>;
const session = (token: string, of: object): Exchanged => ({ ok: true, value: { token, user: of } });
const failure = (code: CallError["code"], details?: object): Exchanged => ({
  ok: false,
  error: { code, message: "", fieldErrors: {}, retryAfterSeconds: null, ...(details && { details }) },
});

let app: TestApp;
let exchanges: ((result: Exchanged) => void)[];
let perform: ReturnType<typeof createHostCommands>;

beforeEach(() => {
  app = createTestApp();
  exchanges = [];
  const api = { call: () => new Promise((resolve) => exchanges.push(resolve)) };
  // Commands use only these parts of `Outside`.
  const outside = { store: app, clock: app.clock, api } as unknown as Outside;
  const nothing = (): void => undefined;
  perform = createHostCommands(outside, { setLanguage: nothing, setTheme: nothing, setPermission: nothing });
});

const { error: refusal } = failure("not_found") as { readonly error: CallError };
const openOffer = (offer: number) => perform({ action: "openOffer", offer_id: offer }, host);
const signIn = (token: string) => perform({ action: "signIn", token }, host);
// TypeScript allows no `action` next to an empty payload.
const requestState = { action: "requestState" } as unknown as Command;
const state = async () => (await perform(requestState, host)) as { readonly state: object };

test("[EMB-6] a host learns the signed-in person by id and kind", async () => {
  expect((await state()).state).toMatchObject({ signed_in: false, user_id: null, user_type: null });
  startAnasApp(app, [room(1)]);
  expect((await state()).state).toMatchObject({ signed_in: true, user_id: ana.id, user_type: "customer" });
});

test("[EMB-6a] the same person's session continues, and the new one ends", async () => {
  startAnasApp(app, [room(1)]);
  const asked = signIn("anew");
  exchanges[0]?.(session("spare", anasUser));
  expect(await asked).toEqual({});
  expect(app.asked("call-sign-out")).toEqual([{ type: "call-sign-out", token: "spare" }]);
  expect(app.asked("enter-by-host")).toEqual([]);
});

test("[EMB-6a] another person enters in one step", async () => {
  startAnasApp(app, [room(1)]);
  const asked = signIn("of radu");
  exchanges[0]?.(session("radus", radusUser));
  expect(await asked).toEqual({});
  expect(app.asked("enter-by-host")).toMatchObject([{ token: "radus", me: { id: 77, kind: "erp" } }]);
  expect(app.asked("call-sign-out")).toEqual([]);
});

test.each(["offline", "timeout", "unavailable", "too_many_requests", "unexpected"] as const)(
  "[EMB-6e] a sign-in that fails by %s is unavailable, and the host is asked for new tokens until one works",
  async (code) => {
    for (const times of [0, 1]) {
      const asked = signIn("one");
      exchanges.shift()?.(failure(code));
      expect(await asked).toEqual({ code: "unavailable" });
      expect(app.asked("report-sign-in-due")).toHaveLength(times);
      app.clock.pass(60_000);
      expect(app.asked("report-sign-in-due")).toHaveLength(times + 1);
    }
    const asked = signIn("another");
    exchanges.shift()?.(session("anas", anasUser));
    expect(await asked).toEqual({});
    app.clock.pass(3_600_000);
    expect(app.asked("report-sign-in-due")).toHaveLength(2);
  },
);

test.each(["embed_token_refused", "invalid", "forbidden", "unauthenticated"] as const)(
  "[EMB-6e] a token that the server refuses by %s is refused and not requested again",
  async (code) => {
    const asked = signIn("one");
    exchanges[0]?.(failure(code));
    expect(await asked).toEqual({ code: "refused" });
    app.clock.pass(3_600_000);
    expect(app.asked("report-sign-in-due")).toEqual([]);
  },
);

test.each([
  ["person", "signed-out"],
  ["signature", "signed-in"],
  ["expired", "signed-in"],
] as const)(
  "[EMB-6a] after a token is refused for its %s, the person signed in before is %s",
  async (problem, phase) => {
    startAnasApp(app, [room(1)]);
    app.dispatch({ type: "drafts/written", roomId: 1, text: "Aveți și" });
    const asked = signIn("one");
    exchanges[0]?.(failure("embed_token_refused", { problem }));
    expect(await asked).toEqual({ code: "refused" });
    expect(app.getState().session.phase).toBe(phase);
    expect(app.asked("forget-drafts")).toEqual([]);
  },
);

test.each(["embed_token_refused", "offline"] as const)(
  "[EMB-6e] a signed-out person reads that the host's sign-in failed by %s, until one works",
  async (code) => {
    void signIn("one");
    exchanges[0]?.(failure(code));
    await Promise.resolve();
    await Promise.resolve();
    expect(app.getState().signIn).toMatchObject({ phase: "failed", error: { code } });
    startAnasApp(app, [room(1)]);
    expect(app.getState().signIn).toMatchObject({ phase: "idle", error: null });
  },
);

test("[EMB-6e] a sign-in by the person in flight continues", async () => {
  app.dispatch({ type: "sign-in/asked", username: "ana", password: "demo" });
  const asked = signIn("one");
  exchanges[0]?.(failure("embed_token_refused"));
  await asked;
  expect(app.getState().signIn.phase).toBe("busy");
});

test("[EMB-6f] a sign-in by the person that ends after the host's changes nothing and leaves no session", () => {
  app.dispatch({ type: "sign-in/asked", username: "radu", password: "demo" });
  startAnasApp(app, [room(1)]);
  app.dispatch({ type: "sign-in/refused", error: refusal });
  expect(app.getState().session).toMatchObject({ phase: "signed-in", me: { id: ana.id } });
  app.dispatch({ type: "sign-in/accepted", token: "radus", me: { ...signedInAna, id: 77, kind: "erp" } });
  expect(app.getState().session).toMatchObject({ phase: "signed-in", me: { id: ana.id } });
  expect(app.asked("call-sign-out")).toEqual([{ type: "call-sign-out", token: "radus" }]);
});

test("[EMB-6f] the last requested person is signed in, whatever the order of responses", async () => {
  const [first, second] = [signIn("of ana"), signIn("of radu")];
  exchanges[1]?.(session("radus", radusUser));
  expect(await second).toEqual({});
  exchanges[0]?.(session("anas", anasUser));
  expect(await first).toEqual({ code: "failed" });
  expect(app.asked("enter-by-host")).toMatchObject([{ token: "radus" }]);
  expect(app.asked("call-sign-out")).toEqual([{ type: "call-sign-out", token: "anas" }]);
});

test("[EMB-6f] signing out cancels a sign-in in flight", async () => {
  const asked = signIn("of ana");
  expect(await perform({ action: "signOut" }, host)).toEqual({});
  exchanges[0]?.(session("anas", anasUser));
  expect(await asked).toEqual({ code: "failed" });
  expect(app.asked("enter-by-host")).toEqual([]);
});

test("[EMB-6b] a person asked about a draft may take any time, and stay; the host can skip the question", async () => {
  startAnasApp(app, [room(1)]);
  app.dispatch({ type: "drafts/written", roomId: 1, text: "Aveți și" });
  const asked = perform({ action: "signOut" }, host);
  app.clock.pass(3_600_000);
  expect(app.getState().isSigningOut).toBe(true);
  app.dispatch({ type: "sign-out/put-off" });
  await Promise.resolve();
  await Promise.resolve();
  app.clock.pass(1000);
  expect(await asked).toEqual({ code: "refused" });
  expect(await perform({ action: "signOut", unsent: "keep" }, host)).toEqual({});
  expect(app.asked("forget-drafts")).toEqual([]);
});

test("[EMB-6j] of two rooms opened at once the first fails, whatever happens to the second", async () => {
  startAnasApp(app, [room(1), room(2)]);
  const [first, second] = [openOffer(10_004), openOffer(10_005)];
  app.dispatch({ type: "room/viewed", roomRef: "oferta.10005", room: room(5) });
  expect(await Promise.all([first, second])).toEqual([{ code: "failed" }, {}]);
  const [third, fourth] = [openOffer(10_006), openOffer(10_007)];
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10007", error: refusal });
  expect(await Promise.all([third, fourth])).toEqual([{ code: "failed" }, { code: "not_found" }]);
});

test.each([
  ["not_found", "not_found"],
  ["forbidden", "not_found"],
  ["offline", "unavailable"],
  ["too_many_requests", "unavailable"],
] as const)("[EMB-6j] a room that does not open by %s is %s", async (code, answer) => {
  startAnasApp(app, [room(1)]);
  const asked = openOffer(10_004);
  const { error } = failure(code) as { readonly error: CallError };
  app.dispatch({ type: "room/open-failed", roomRef: "oferta.10004", error });
  const unknown = perform({ action: "openRoom", room_id: 987_654 }, host);
  exchanges[0]?.(failure(code));
  expect(await Promise.all([asked, unknown])).toEqual([{ code: answer }, { code: answer }]);
});
