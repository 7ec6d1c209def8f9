import { resolveObjectURL } from "node:buffer";
import { afterEach, expect, test, vi } from "vitest";
import { createApiClient } from "../../api/api-client.ts";
import { sendHttp } from "../../platform/http.ts";
import type { Message } from "../../state/entities.ts";
import { file } from "../../testing/files.ts";
import { outsideOf } from "../../testing/outside.ts";
import { message, room } from "../../testing/people.ts";
import { createAnasApp, type TestApp } from "../../testing/test-app.ts";
import { fetchRunners } from "./fetch-files.ts";

afterEach(() => vi.unstubAllGlobals());

const film = message(1, 5, { text: "", file: file({ name: "film.mp4", type: "video/mp4", path: "/files/5/2" }) });
const pdf = message(1, 6, { text: "", file: file({ name: "deviz.pdf", type: "application/pdf", path: "/files/6/1" }) });

/** A server with files, and a browser that sends the ticket's cookie or does not; `asked` logs the requests. */
function start(sendsCookie: boolean, ticket: Promise<unknown> = Promise.resolve()) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const has = headers.has("Authorization");
    asked.push(`${init.method ?? "GET"} ${path}${has ? "" : " by cookie"}`);
    if (init.method === "POST") {
      await ticket;
      return Response.json({ expires_in: 300 });
    }
    return has || sendsCookie ? new Response("bytes") : Response.json({}, { status: 401 });
  });
  const tab: { address: string; isClosed: boolean } = { address: "", isClosed: false };
  const location = { replace: (address: string) => void (tab.address = address) };
  vi.stubGlobal("window", { open: () => ({ location, close: () => void (tab.isClosed = true) }) });
  const app = createAnasApp(room(1));
  const api = createApiClient({
    send: sendHttp,
    token: () => "anas-token",
    language: () => "ro",
    onRejected: () => undefined,
  });
  app.perform(fetchRunners(outsideOf(app, null, { api, clock: app.clock })));
  return { app, asked, tab };
}

const open = (app: TestApp, shown: Message): void =>
  app.dispatch({ type: "files/work-asked", message: shown, phase: "opening" });
const workOf = (app: TestApp, { file: of }: Message) => app.getState().fileWork[of?.path ?? ""];
const sourceOf = (app: TestApp, shown: Message): string => {
  const work = workOf(app, shown);
  return work?.phase === "playable" ? work.source : "";
};

test("[SEE-5][MSG-4h] a film plays from its own address after requesting a ticket", async () => {
  const { app, asked } = start(true);
  open(app, film);
  await expect.poll(() => workOf(app, film)).toEqual({ phase: "playable", source: "/files/5/2" });
  expect(asked).toEqual(["POST /files/5/2", "GET /files/5/2 by cookie"]);
});

test("[SEE-5] without cookies it plays from memory, which is freed when playback ends", async () => {
  const { app, asked } = start(false);
  open(app, film);
  await expect.poll(() => sourceOf(app, film)).toMatch(/^blob:/u);
  const source = sourceOf(app, film);
  expect([await resolveObjectURL(source)?.text(), asked.at(-1)]).toEqual(["bytes", "GET /files/5/2"]);
  app.dispatch({ type: "files/work-over", path: "/files/5/2" });
  expect(resolveObjectURL(source)).toBe(undefined);
});

test("[SEE-5] a file stopped before its ticket came is neither fetched nor played", async () => {
  const ticket = Promise.withResolvers<void>();
  const { app, asked } = start(false, ticket.promise);
  open(app, film);
  await expect.poll(() => asked).toHaveLength(1);
  app.dispatch({ type: "files/work-over", path: "/files/5/2" });
  ticket.resolve();
  await expect.poll(() => asked).toHaveLength(2);
  // Lets a further request, if any, happen first.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([asked.at(-1), workOf(app, film)]).toEqual(["GET /files/5/2 by cookie", undefined]);
});

test("[SEE-5] a PDF stays in memory for the minute that its tab needs to read it", async () => {
  const { app, tab } = start(false);
  open(app, pdf);
  await expect.poll(() => tab.address).toMatch(/^blob:/u);
  expect([await resolveObjectURL(tab.address)?.text(), workOf(app, pdf)]).toEqual(["bytes", undefined]);
  app.clock.pass(59_000);
  expect(resolveObjectURL(tab.address)).not.toBe(undefined);
  app.clock.pass(2000);
  expect(resolveObjectURL(tab.address)).toBe(undefined);
});

test.each(["//elsewhere.ro/5/2", "/\\elsewhere.ro/5/2", "https://elsewhere.ro/5/2"])(
  "[SEE-5] the token never goes to another server: %s",
  async (path) => {
    const { app, asked } = start(false);
    const shown = message(1, 7, { text: "", file: file({ type: "video/mp4", path }) });
    open(app, shown);
    await expect.poll(() => workOf(app, shown)?.phase).toBe("failed");
    expect(asked).toEqual([]);
  },
);
