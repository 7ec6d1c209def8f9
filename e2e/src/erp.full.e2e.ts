import { afterAll, beforeAll, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { contentOf, type StoredOffer, withLine } from "./erp-simulator/offer.ts";
import { first, lastLines, lineOf, made, number, pane, second, startErpTalk, textOf, third } from "./erp-talk.ts";
import { composer, roomRow } from "./people.ts";

const { stage, erp, link, ana, radu, people, said, setPrice, decisions, decide, seen, sayBetween, end } =
  await startErpTalk();
afterAll(end);

beforeAll(async () => {
  await erp.offer(number, { username: "ana" }, made);
  for (const page of people) {
    await roomRow(page, number).click();
    await composer(page).waitFor();
    await lineOf(page, first).waitFor();
  }
  await seen();
});

test("[ERP-1] a version whose response was lost is sent again and stored once", async () => {
  const before = erp.offers.get(number)?.version ?? 0;
  link.cutAnswerTo(`PUT /api/v1/erp/offers/${number}`);
  setPrice(1, "38.50");
  await erp.settled();
  expect(said.slice(-2)).toEqual([
    "no answer to act on: again in 1 s",
    `offer ${number}: version ${before + 1} is stored`,
  ]);
  expect(erp.offers.get(number)?.version).toBe(before + 1);
  for (const page of people)
    await expect.poll(() => lastLines(page)).toContain(`Preț nou la ${first}: 41,20 → 38,50 fără TVA`);
});

test("[ERP-3a][ERP-1e][OFF-9c] accepting at a price that the ERP has just changed asks again", async () => {
  await sayBetween("Kitul l-am rezervat până mâine.");
  await seen();
  await ana.route(
    `**/oferta/${number}/line/2/accept`,
    async (route) => {
      setPrice(2, "690.00");
      await erp.settled();
      await route.continue();
    },
    { times: 1 },
  );
  await decide("Acceptă", second);
  const asked = "Oferta s-a schimbat între timp: uită-te la preț și apasă din nou";
  await lineOf(ana, second).getByRole("alert").getByText(asked).waitFor();
  await expect.poll(() => textOf(lineOf(ana, second))).toContain("era 689,00 RON 690,00 RON");
  expect(decisions()).toEqual([]);
  await seen();
  await decide("Acceptă", second);
  await expect.poll(decisions).toEqual(["4 accepted 2"]);
});

test("[HOOK-3][HOOK-5] an ERP that was down, and then crashed at its first request, gets every decision once and in order", async () => {
  await erp.settled();
  await seen();
  await decide("Acceptă", first);
  await expect.poll(() => decisions().length).toBe(2);
  await erp.settled();
  await seen();
  await sayBetween("Flanșa o iei și pe ea?");
  await erp.goDown();
  const receivedBefore = erp.received;
  await decide("Refuză", third);
  await lineOf(ana, third).getByText("Refuzată").waitFor();
  await lineOf(radu, third).getByText("Refuzată").waitFor();
  await decide("Acceptă", third);
  await lineOf(radu, third).getByText("Acceptată").waitFor();
  erp.change(number, (offer) => withLine(offer, 3, (line) => ({ ...line, stock: 40 })));
  erp.crashAtNextDecision();
  await erp.comeUp();
  await expect.poll(() => erp.isUp).toBe(false);
  expect(erp.received).toBe(receivedBefore + 1);
  await erp.comeUp();
  await expect.poll(() => decisions().length).toBe(4);
  expect(decisions().map((decision) => decision.slice(decision.indexOf(" ") + 1))).toEqual([
    "accepted 2",
    "accepted 1",
    "declined 3",
    "accepted 3",
  ]);
  const versions = erp.decisions.map(({ version }) => version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  expect(erp.received).toBe(receivedBefore + 3);
  for (const page of people) {
    await pane(page).getByText("Comandată").waitFor();
    await expect.poll(() => lastLines(page)).toContain("Oferta a fost comandată");
  }
});

test("[ERP-1][OFF-1] in the end everybody reads the ERP's state of every offer", async () => {
  await erp.settled();
  expect(erp.refusals).toEqual([]);
  for (const person of ["ana", "radu"] as const) {
    const api = await apiAs(stage.product, person);
    for (const [id, offer] of erp.offers) {
      const { oferta } = await api.get<{ oferta: StoredOffer }>(`oferta/${id}`);
      expect({ ...contentOf(oferta), version: oferta.version }).toEqual(offer);
    }
  }
});
