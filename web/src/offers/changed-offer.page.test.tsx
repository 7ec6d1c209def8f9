import { act, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { devices, standOn } from "../testing/media.ts";
import { ana, mountPage, radu } from "../testing/mounted.tsx";
import { type ScriptedOffer, scriptOffer } from "../testing/scripted-offers.ts";
import { undoMs } from "../state/undo/undo-state.ts";
import { saveSeenVersion, seenVersion } from "./offers-part.ts";

const ownerOf = { ana: `customer.${ana.id}`, radu: `erp.${radu.id}` };
const owner = ownerOf.ana;
const code = "1K0 615 301 AA";
const seenAfterMs = 2000;
const again = /uită-te la preț și apasă din nou/;

beforeEach(() => {
  standOn(devices.desk);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
});

const textOf = (element: Element): string => element.textContent.replaceAll(/\s+/gu, " ");

async function openOffer(as: "ana" | "radu" = "ana", permissions: readonly string[] = []) {
  let offer: ScriptedOffer | null = null;
  const page = await mountPage({
    ...{ as, at: "/view/oferta.10001" },
    before: (server) => {
      offer = scriptOffer(server, 10_001);
      const { user } = server.world;
      server.world.user = { ...user, roles: [...user.roles, { name: "Mai mult", permissions: [...permissions] }] };
      saveSeenVersion(ownerOf[as], 10_001, server.world.rooms.get(10_001)?.offer.version ?? 0);
    },
  });
  if (!offer) throw new Error("Nothing was scripted.");
  const { setPrice }: ScriptedOffer = offer;
  const pane = () => within(page.screen.getByRole("region", { name: "Ofertă" }));
  await vi.waitFor(() => pane().getByText(code), patient);
  const line = (): HTMLElement => pane().getByText(code).closest("li")!;
  return {
    ...page,
    setPrice,
    line,
    total: (): string => pane().getByText("Total de plată").parentElement!.textContent,
    button: (what: "Acceptă" | "Refuză") => within(line()).findByRole("button", { name: `${what} ${code}` }),
    says: (text: string) => vi.waitFor(() => expect(textOf(line())).toContain(text), patient),
    lastLine: () => [...document.querySelectorAll("[data-lines] p")].at(-1)?.textContent,
    decisions: () =>
      page.server.calls("decideLine").map(({ params: { decision }, body }) => `${decision} ${body.version}`),
  };
}

async function look(isLooking: boolean): Promise<void> {
  vi.spyOn(document, "hasFocus").mockReturnValue(isLooking);
  await act(async () => void window.dispatchEvent(new Event(isLooking ? "focus" : "blur")));
}

test("[OFF-6][OFF-8][OFF-8a][OFF-8c] a change is marked until it has been in view for 2 s and the page is reloaded", async () => {
  const page = await openOffer();
  await look(false);
  await page.live("OfferUpdated", page.setPrice(1, "199.00"));
  await vi.waitFor(() => expect(page.lastLine()).toBe(`Preț nou la ${code}: 214,50 → 199,00 fără TVA`), patient);
  await page.says("era 214,50 RON 199,00 RON");
  await page.reload();
  await page.says("era");
  expect([textOf(page.line()), page.line().dataset["tone"]]).toEqual([
    expect.stringContaining("era 214,50 RON 199,00 RON"),
    "waiting",
  ]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await look(true);
  vi.advanceTimersByTime(seenAfterMs - 1);
  expect([seenVersion(owner, 10_001), page.line().dataset["tone"]]).toEqual([3, "waiting"]);
  vi.advanceTimersByTime(1);
  expect([seenVersion(owner, 10_001), page.line().dataset["tone"]]).toEqual([4, "waiting"]);
  vi.useRealTimers();
  const compared = () => page.server.calls("viewOffer").filter(({ query }) => query["version"] !== undefined).length;
  const before = compared();
  const later = await page.reload();
  await page.says("199,00 RON");
  expect([textOf(page.line()), page.line().dataset["tone"]]).toEqual([expect.not.stringContaining("era"), undefined]);
  expect(compared()).toBe(before);
  await later.user.click(await later.find("link", { name: /^Cuplaj/ }));
  await later.live("OfferUpdated", page.setPrice(1, "201.00"));
  await later.reload("/view/oferta.10001");
  await page.says("era 199,00 RON 201,00 RON");
  expect(page.line().dataset["tone"]).toBe("waiting");
});

test("[OFF-9b][OFF-9c] a failed decision shows at its line, and a stale one shows the newer version and asks for another press", async () => {
  const page = await openOffer();
  page.server.reach(false);
  await page.connection("lost");
  await page.user.click(await page.button("Refuză"));
  await within(page.line()).findByText(/^Nu s-a trimis: nu era conexiune/);
  expect(page.decisions()).toEqual([]);
  page.server.reach(true);
  await page.connection("online");
  page.setPrice(1, "805.00");
  await page.user.click(await page.button("Refuză"));
  await page.pass(undoMs);
  await within(page.line()).findByText(again);
  expect(page.decisions()).toEqual(["decline 3"]);
  await page.says("era 214,50 RON 805,00 RON");
  expect(within(page.line()).queryByText("Refuzată")).toBeNull();
});

test("[OFF-9c] a press within a second of the line's change on screen is not sent, one after that is", async () => {
  let timeMs = 50_000;
  vi.spyOn(performance, "now").mockImplementation(() => timeMs);
  const page = await openOffer();
  await page.live("OfferUpdated", page.setPrice(1, "811.00"));
  await page.says("811,00 RON");
  timeMs += 999;
  await page.user.click(await page.button("Acceptă"));
  await within(page.line()).findByText(again);
  expect(page.decisions()).toEqual([]);
  timeMs += 1;
  (await page.button("Acceptă")).focus();
  await page.user.keyboard("{Enter}");
  await page.says("Acceptată");
  await page.pass(undoMs);
  await vi.waitFor(() => expect(page.decisions()).toEqual(["accept 4"]), patient);
  expect(within(page.line()).queryByRole("alert")).toBeNull();
});

test("[OFF-9][OFF-9a][OFF-6] the customer decides by keyboard: the line keeps the focus, and totals follow", async () => {
  const page = await openOffer();
  const before = page.total();
  (await page.button("Refuză")).focus();
  await page.user.keyboard("{Enter}");
  await page.says("Refuzată");
  expect(document.activeElement).toBe(page.line());
  expect(page.total()).not.toBe(before);
  await page.pass(undoMs);
  await vi.waitFor(() => expect(page.decisions()).toEqual(["decline 3"]), patient);
  (await page.button("Acceptă")).focus();
  await page.user.keyboard(" ");
  await page.says("Acceptată");
  await page.pass(undoMs);
  await vi.waitFor(() => expect(page.lastLine()).toBe(`Ai acceptat ${code}`), patient);
  expect([page.total(), page.decisions()]).toEqual([before, ["decline 3", "accept 4"]]);
});

test("[OFF-6][OFF-2][OFF-8b][OFF-9] for staff a changed price is a quiet mark, and they cannot decide", async () => {
  const page = await openOffer("radu");
  await page.live("OfferUpdated", page.setPrice(1, "199.00"));
  await page.says("era");
  expect(textOf(page.line())).toContain("era 214,50 RON 199,00 RON");
  expect(page.line().dataset["tone"]).toBe("quiet");
  expect(within(page.line()).queryByRole("button", { name: `Acceptă ${code}` })).toBeNull();
});

test("[OFF-9a][OFF-9i][OFF-9l] all open lines are accepted by one press, undone by its toast, and sent as one call", async () => {
  const page = await openOffer();
  const all = () => page.screen.findByRole("button", { name: "Acceptă tot (2)" });
  expect((await all()).closest("[data-over]")?.textContent).toContain("Total de plată");
  await page.user.click(await all());
  await page.says("Acceptată");
  // The button keeps its position and the focus, and a second press does nothing.
  expect((await all()).getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(await all());
  await page.user.click(await all());
  await page.user.click(await page.screen.findByRole("button", { name: "Anulează" }));
  await page.user.click(await all());
  await page.pass(undoMs);
  await vi.waitFor(() => expect(page.server.calls("acceptOffer")).toMatchObject([{ body: { version: 3 } }]), patient);
  await vi.waitFor(() => expect(page.lastLine()).toBe("Ai acceptat 2 piese"), patient);
  expect(page.screen.queryByRole("button", { name: /^Acceptă tot/ })).toBeNull();
  expect(document.activeElement).toBe(page.line());
  expect(page.decisions()).toEqual([]);
});

test("[OFF-9i] a line declined after accepting all is accepted again once that is undone, and sent with them", async () => {
  const page = await openOffer();
  await page.user.click(await page.screen.findByRole("button", { name: "Acceptă tot (2)" }));
  await page.says("Acceptată");
  await page.user.click(await page.button("Refuză"));
  await page.says("Refuzată");
  await page.user.keyboard("{Control>}z{/Control}");
  await page.says("Acceptată");
  await page.pass(undoMs);
  await vi.waitFor(() => expect(page.lastLine()).toBe("Ai acceptat 2 piese"), patient);
  expect([page.server.calls("acceptOffer").length, page.decisions()]).toEqual([1, []]);
});

test("[OFF-9b] a line's failure disappears once all are accepted", async () => {
  const page = await openOffer();
  await page.connection("lost");
  await page.user.click(await page.button("Refuză"));
  await within(page.line()).findByRole("alert");
  await page.connection("online");
  await page.user.click(await page.screen.findByRole("button", { name: "Acceptă tot (2)" }));
  await page.says("Acceptată");
  expect(within(page.line()).queryByRole("alert")).toBeNull();
});

test("[OFF-9j] staff who may decide for the customer ask for the buttons first, and none appears under a second press", async () => {
  const page = await openOffer("radu", ["offers.decide-for"]);
  expect(within(page.line()).queryByRole("button", { name: `Acceptă ${code}` })).toBeNull();
  const ask = await page.screen.findByRole("button", { name: "Decide pentru client" });
  await page.user.dblClick(ask);
  expect(ask.getAttribute("aria-pressed")).toBe("true");
  const all = await page.screen.findByRole("button", { name: "Acceptă tot (2)" });
  expect(all.compareDocumentPosition(ask)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await page.user.click(all);
  await page.screen.findByText("Ai acceptat 2 piese pentru Ana Popescu");
  await page.user.keyboard("{Control>}z{/Control}");
  await page.user.click(await page.button("Acceptă"));
  await page.screen.findByText(`Ai acceptat pentru Ana Popescu: ${code}`);
  await page.pass(undoMs);
  await vi.waitFor(
    () => expect(page.server.calls("decideLine")).toMatchObject([{ body: { version: 3, on_behalf: true } }]),
    patient,
  );
  await vi.waitFor(() => expect(page.lastLine()).toBe(`Ai acceptat ${code} pentru client`), patient);
});
