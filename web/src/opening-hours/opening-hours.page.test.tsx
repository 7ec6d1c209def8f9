import { act } from "@testing-library/react";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "../platform/clock.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { ana, type MountedPage, mountPage } from "../testing/mounted.tsx";
import { publicSettings } from "../testing/public-settings.ts";
import type { PageUser } from "../testing/scripted-world.ts";

afterEach(() => void vi.restoreAllMocks());

/** A local time in November 2026; the 27th is a Friday. */
const on = (day: number, hour = 0, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

interface Setup {
  readonly at?: number;
  readonly opens?: number | null;
  readonly as?: PageUser;
  readonly language?: LanguageCode;
  readonly text?: string;
}

async function openRoom({ at = on(27, 20), opens = on(30, 8), as = "ana", language = "ro", text = "" }: Setup = {}) {
  const clock = createFakeClock();
  clock.pass(at - clock.now());
  vi.spyOn(systemClock, "now").mockImplementation(clock.now);
  vi.spyOn(systemClock, "later").mockImplementation(clock.later);
  const spans = [[on(27, 8), on(27, 18)], ...(opens === null ? [] : [[opens, opens + 3_600_000]])].map(
    ([from = 0, to = 0]) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() }),
  );
  const hours = { open: false, next_open: null, text: { ro: text, en: text && `${text} (en)` }, spans };
  const page = await mountPage({
    ...{ as, language, at: "/view/oferta.10001" },
    before: (server) => server.answer("settings", { ...publicSettings, hours }),
  });
  await page.composer();
  await vi.waitFor(() => expect(page.getState().settings).not.toBeNull(), patient);
  return { ...page, passTime: (ms: number) => act(async () => clock.pass(ms)) };
}

/** The description that screen readers add to the composer's name. */
async function described(page: Pick<MountedPage, "composer">): Promise<string | null> {
  const ids = (await page.composer()).getAttribute("aria-describedby");
  return ids === null ? null : (document.getElementById(ids)?.textContent ?? "");
}

test.each([
  [on(27, 20), on(27, 22), "Răspundem azi de la 22:00", "We reply today from 22:00"],
  [on(27, 20), on(28, 8), "Răspundem mâine de la 8:00", "We reply tomorrow from 8:00"],
  [on(27, 20), on(30, 8, 30), "Răspundem luni de la 8:30", "We reply on Monday from 8:30"],
  [on(21, 20), on(27, 8), "Răspundem vineri de la 8:00", "We reply on Friday from 8:00"],
  [on(20, 20), on(27, 8), "Răspundem vineri, 27 noiembrie, de la 8:00", "We reply on Friday 27 November from 8:00"],
  [on(27, 20), null, "Acum este închis", "We are closed now"],
])("[HOURS-2] while closed, the composer is described by the next opening (%#)", async (at, opens, ro, en) => {
  expect(await described(await openRoom({ at, opens }))).toBe(ro);
  expect(await described(await openRoom({ at, opens, language: "en" }))).toBe(en);
});

test("[HOURS-2] the shop's text follows the next opening, in the reader's language", async () => {
  const text = "Pentru urgențe sună la 0722 000 000.";
  expect(await described(await openRoom({ text }))).toBe(`Răspundem luni de la 8:00. ${text}`);
  const english = await openRoom({ text, language: "en" });
  expect(await described(english)).toBe(`We reply on Monday from 8:00. ${text} (en)`);
});

test("[HOURS-2a] the notice is no alert, goes when the shop opens, and comes back when it closes", async () => {
  const page = await openRoom({ at: on(30, 7, 58) });
  const notice = page.screen.getByText("Răspundem azi de la 8:00");
  expect(notice.closest("[role=alert], [role=status], [aria-live]")).toBeNull();
  await page.passTime(119_000);
  expect(await described(page)).toBe("Răspundem azi de la 8:00");
  await page.passTime(1000);
  expect(await described(page)).toBeNull();
  await page.passTime(3_600_000);
  expect(await described(page)).toBe("Acum este închis");
});

test("[HOURS-2a] staff see no notice, and a shop that is always open shows none", async () => {
  expect(await described(await openRoom({ as: "radu" }))).toBeNull();
  const page = await mountPage({ at: "/view/oferta.10001" });
  expect(await described(page)).toBeNull();
});

test("[HOURS-4] the customer's late message is followed by a quiet line, also after a reload", async () => {
  const page = await openRoom();
  const { world } = page.server;
  await page.live("ChatMessage", world.say(ana, 10_001, "Mai răspunde cineva?"));
  const at = world.rooms.get(10_001);
  if (!at) throw new Error("There is no such room.");
  const seq = at.room.last_seq + 1;
  at.room = { ...at.room, last_seq: seq };
  const data = { next_open: new Date(on(30, 8)).toISOString(), by: ana, room: world.headOf(at) };
  at.log.push({ seq, event: "AfterHours", data });
  await page.live("AfterHours", data);
  const words = "Mesaj primit în afara programului. Răspundem luni, 30 noiembrie, de la 8:00.";
  const lines = () => [...document.querySelectorAll("[data-lines] p")].map((line) => line.textContent);
  await vi.waitFor(() => expect(lines()).toEqual([words]), patient);
  await page.passTime(1000);
  await vi.waitFor(() => expect(page.screen.getAllByText(words)).toHaveLength(2), patient);
  expect(page.getState().rooms.byId[at.room.id]?.cursor).toBe(seq);
  await page.reload();
  await vi.waitFor(() => expect(lines()).toEqual([words]), patient);
});
