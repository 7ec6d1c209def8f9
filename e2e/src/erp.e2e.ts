import { afterAll, expect, test } from "vitest";
import { withLine } from "./erp-simulator/offer.ts";
import { first, lastLines, lineOf, made, number, second, startErpTalk, textOf, third } from "./erp-talk.ts";
import { composer, roomRow } from "./people.ts";

const { erp, ana, radu, people, setPrice, decisions, decide, seen, sayBetween, end } = await startErpTalk();
afterAll(end);

test("[ERP-1][ERP-1a][ROOM-5d][ERP-2][LIST-7] a new offer of the ERP is at once on top of the lists of its customer and staff", async () => {
  expect(await erp.offer(10_001, { username: "ana" }, made)).toBe(false);
  expect(await erp.offer(number, { username: "ana" }, made)).toBe(true);
  for (const page of people) {
    await roomRow(page, number).getByText("Ofertă nouă").waitFor();
    await roomRow(page, number).click();
    await composer(page).waitFor();
    for (const code of [first, second, third]) await lineOf(page, code).waitFor();
    // LIST-7: the room counts as new until opened.
    await roomRow(page, number).getByText("Niciun mesaj încă").waitFor();
  }
  await lineOf(ana, first).getByRole("button", { name: "Acceptă" }).waitFor();
  const buttons = people.map((page) => lineOf(page, first).getByRole("button", { name: "Acceptă" }).count());
  expect(await Promise.all(buttons)).toEqual([1, 0]);
});

test("[ERP-1c][OFF-6][OFF-8][OFF-8b] a new price and stock are announced and marked to both viewers", async () => {
  await seen();
  setPrice(1, "37.90");
  await erp.settled();
  erp.change(number, (offer) => withLine(offer, 2, (line) => ({ ...line, stock: 7 })));
  for (const page of people) {
    await expect.poll(() => lastLines(page)).toContain(`Preț nou la ${first}: 41,20 → 37,90 fără TVA`);
    await expect.poll(() => lastLines(page)).toContain(`Stoc nou la ${second}: 4 → 7`);
    await expect.poll(() => textOf(lineOf(page, first))).toContain("era 41,20 RON 37,90 RON");
    await expect.poll(() => textOf(lineOf(page, second))).toContain("era În stoc: 4 În stoc: 7");
  }
  const tones = people.map((page) => lineOf(page, first).getAttribute("data-tone"));
  expect(await Promise.all(tones)).toEqual(["waiting", "quiet"]);
});

test("[HOOK-1][HOOK-2][ERP-3][OFF-6] the ERP learns what the customer accepts, and both people see its response", async () => {
  await sayBetween("Filtrul e ultimul la prețul ăsta.");
  // OFF-9c: right after the price has changed, a press would ask again.
  await seen();
  await decide("Acceptă", first);
  await expect.poll(decisions).toEqual(["4 accepted 1"]);
  expect(erp.decisions[0]?.by.name).toMatch(/^Ana /u);
  await expect.poll(() => lastLines(radu)).toMatch(new RegExp(`Ana \\S+ a acceptat ${first}`, "u"));
  for (const page of people) {
    await expect.poll(() => lastLines(page)).toContain(`Stoc nou la ${first}: 4 → 2`);
    await lineOf(page, first).getByText("Acceptată").waitFor();
  }
});
