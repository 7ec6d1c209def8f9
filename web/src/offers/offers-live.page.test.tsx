import type { Offer } from "@cuplaj/protocol/offer.ts";
import type { Member } from "@cuplaj/protocol/participant.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { type BoundFunctions, type queries, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type MountedPage, mountPage, refuse } from "../testing/mounted.tsx";
import { widenWindow } from "../testing/page-acts.ts";
import type { ScriptedServer } from "../testing/scripted-server.ts";

const nexus: Member = { id: 9, name: "Nexus ERP", type: "erp" };
const code = "1K0 615 301 AA";
const again = /uită-te la preț și apasă din nou/;

afterEach(() => void vi.restoreAllMocks());

/** The server has every version of the offer of 10001, which is sent and does not end. */
function keepVersions(server: ScriptedServer): void {
  const at = server.world.rooms.get(10_001)!;
  at.offer = { ...at.offer, valid_until: "2999-02-01T10:00:00.000Z" };
  const versions = new Map<number, Offer>();
  server.answer("viewOffer", ({ query }) => {
    versions.set(at.offer.version, at.offer);
    const known = versions.get(Number(query["version"] ?? at.offer.version));
    return known ? { oferta: known } : refuse("not_found");
  });
}

/** The ERP stores a version with this price; nobody is told of it. */
function store({ server: { world } }: MountedPage, price: string): void {
  const at = world.rooms.get(10_001)!;
  const lines = at.offer.lines.map((line) => ({ ...line, unit_price: price }));
  at.offer = { ...at.offer, lines, version: at.offer.version + 1 };
  const last_seq = at.room.last_seq + 1;
  at.room = { ...at.room, last_seq, offer_version: at.offer.version };
}

/** The same, and all who look learn of it. */
async function put(page: MountedPage, price: string): Promise<void> {
  store(page, price);
  const at = page.server.world.rooms.get(10_001)!;
  const { version, status } = at.offer;
  const news = { offer_id: 10_001, version, status, changes: [], changes_total: 0 };
  await page.live("OfferUpdated", { ...news, by: nexus, room: page.server.world.headOf(at) });
}

/** Ana's page, wide enough for the offer in a pane of its own. */
async function openOffer(): Promise<MountedPage> {
  widenWindow();
  const page = await mountPage({ at: "/view/oferta.10001", before: keepVersions });
  await line();
  return page;
}

const findLine = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>("aside li, section li")].find((row) => row.textContent.includes(code));

/** The offer's line, once it is there. */
const line = (): Promise<HTMLElement> =>
  vi.waitFor(() => {
    const found = findLine();
    if (!found) throw new Error("The line is not there.");
    return found;
  }, patient);

const awaitLine = (words: string | RegExp) =>
  vi.waitFor(async () => expect((await line()).textContent.replaceAll(/\s+/gu, " ")).toMatch(words), patient);
const toneOf = async (): Promise<string | undefined> => (await line()).dataset["tone"];
const inLine = async (): Promise<BoundFunctions<typeof queries>> => within(await line());
const way = async (name: string) => (await inLine()).getByRole("button", { name: `${name} ${code}` });

/** Waits until the version on screen was in view for long enough. */
const seen = ({ server }: MountedPage) =>
  vi.waitFor(() => {
    const { version } = server.world.rooms.get(10_001)!.offer;
    const stored = Object.entries(localStorage).filter(([key]) => key.startsWith("cuplaj.offers-seen."));
    expect(stored.map(([, value]) => value)).toEqual([`[[10001,${version}]]`]);
  }, patient);

test("[OFF-8a][OFF-8c] a change that was seen stays marked until the page is loaded anew, and one that was not stays beyond", async () => {
  const page = await openOffer();
  expect(await toneOf()).toBeUndefined();
  await seen(page);
  await put(page, "799.00");
  await awaitLine("era 214,50 RON 799,00 RON");
  expect(await toneOf()).toBe("waiting");
  await seen(page);
  expect(await toneOf()).toBe("waiting");
  const later = await page.reload();
  await awaitLine("799,00 RON");
  expect(await toneOf()).toBeUndefined();
  await later.user.click(await later.find("link", { name: /^Cuplaj/ }));
  await put(later, "801.00");
  const back = await later.reload("/view/oferta.10001");
  await awaitLine("era 799,00 RON 801,00 RON");
  expect(await toneOf()).toBe("waiting");
  await seen(back);
});

test("[OFF-9b][OFF-9c] a decision that did not reach the server is told at its line, and one of an older version shows the newer one and asks to press again", async () => {
  const page = await openOffer();
  const { user, server } = page;
  await seen(page);
  server.reach(false);
  await page.connection("lost");
  await user.click(await way("Refuză"));
  await (await inLine()).findByText(/^Nu s-a trimis: nu ai conexiune/);
  expect(server.calls("decideLine")).toEqual([]);
  server.reach(true);
  await page.connection("online");
  // The page learns of the new price by the answer to its decision.
  store(page, "805.00");
  const { offer } = server.world.rooms.get(10_001)!;
  server.answer("decideLine", refuse("version_conflict", { details: { oferta: offer } }), 1);
  await user.click(await way("Refuză"));
  await (await inLine()).findByText(again);
  expect(server.calls("decideLine").map(({ body }) => body)).toEqual([{ version: offer.version - 1 }]);
  await awaitLine("era 214,50 RON 805,00 RON");
  expect((await inLine()).queryByText("Refuzată")).toBeNull();
});

test("[OFF-9d] a press within a second of the line's change on screen is not sent, and one a second later is", async () => {
  let timeMs = 50_000;
  vi.spyOn(performance, "now").mockImplementation(() => timeMs);
  const page = await openOffer();
  const { user, server } = page;
  await put(page, "811.00");
  await awaitLine("811,00 RON");
  timeMs += 999;
  await user.click(await way("Acceptă"));
  await (await inLine()).findByText(again);
  expect(server.calls("decideLine")).toEqual([]);
  timeMs += 1;
  const at = server.world.rooms.get(10_001)!;
  const lines = at.offer.lines.map((each) => ({ ...each, status: "accepted" as const }));
  server.answer("decideLine", { oferta: { ...at.offer, lines, version: at.offer.version + 1 } });
  (await way("Acceptă")).focus();
  await user.keyboard("{Enter}");
  await (await inLine()).findByText("Acceptată");
  await vi.waitFor(() => expect(server.calls("decideLine")).toHaveLength(1), patient);
  expect((await inLine()).queryByRole("alert")).toBeNull();
});
