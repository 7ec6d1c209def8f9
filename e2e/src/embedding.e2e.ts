import { expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import {
  actions,
  ask,
  devicesOf,
  field,
  framed,
  frameOf,
  list,
  personOf,
  reportedTo,
  sessionOf,
  storedToken,
  visit,
} from "./framed-page.ts";
import { loaderPage } from "./host-site.ts";
import { startHostStage } from "./host-stage.ts";
import { openRoom, say, signedIn } from "./people.ts";

const { product, browser, address, hosts } = await startHostStage(
  { shop: "localhost", neighbour: "127.0.0.1", stranger: "localhost" },
  (name, origin) => (name === "stranger" ? null : origin),
);
const { shop, neighbour, stranger } = hosts;
// The host is same-site, so that the browser stores the frame's data.
neighbour.pages.set("/nobody", loaderPage(address, null).replace("title:", "getToken: async () => null, title:"));

test("[EMB-2][EMB-3c][EMB-3f][EMB-4][EMB-4h] signs the person in, opens an offer, and gets events without texts through the port", async () => {
  const page = await visit(browser, shop, "/ana");
  await list(page).getByRole("link").first().waitFor();
  expect(await ask(page, "openOffer(10001)")).toBe("done");
  await field(page).waitFor();
  await expect.poll(() => actions(page)).toContain("connection");
  const mia = await signedIn(browser, product, "mia");
  await openRoom(mia, 10_001);
  await say(mia, "Ambreiajul e pe stoc.");
  await expect.poll(() => actions(page)).toContain("messageReceived");
  const all = await reportedTo(page);
  expect(all.find(({ action }) => action === "messageReceived")?.payload).toMatchObject({
    offer_id: 10_001,
    own: false,
  });
  expect(JSON.stringify(all)).not.toMatch(/Ambreiaj|Ana|Mia/u);
  expect(await ask(page, "requestState()")).toMatchObject({ signed_in: true, offer_id: 10_001, online: true });
  expect(await page.evaluate("byWindow")).toEqual([["ready", address]]);
  expect(frameOf(page).url()).toContain("embed=1");
  expect(
    page
      .frames()
      .map((frame) => frame.url())
      .join(),
  ).not.toMatch(/ey[\w-]+\./u);
  await page.context().close();
});

test("[EMB-6][EMB-6c] sets language and theme, and fills a draft that is never sent and never overwrites another", async () => {
  const page = await visit(browser, neighbour, "/ana");
  await list(page).getByRole("link").first().waitFor();
  expect(await ask(page, 'prefillDraft("x")')).toBe("no_room");
  expect(await ask(page, 'setLanguage("en")')).toBe("done");
  expect(await ask(page, 'setTheme("dark")')).toBe("done");
  await framed(page).getByRole("navigation", { name: "Conversations" }).waitFor();
  const html = framed(page).locator("html");
  expect([await html.getAttribute("data-theme"), await html.getAttribute("lang")]).toEqual(["dark", "en"]);
  expect(await frameOf(page).evaluate(() => localStorage.getItem("cuplaj.theme"))).toBeNull();
  await ask(page, "openOffer(10002)");
  expect(await ask(page, 'prefillDraft("Aveți și discul?")')).toBe("done");
  await expect.poll(() => field(page).inputValue()).toBe("Aveți și discul?");
  expect(await ask(page, 'prefillDraft("altceva")')).toBe("draft_not_empty");
  expect(await framed(page).getByRole("article").filter({ hasText: "Aveți și discul?" }).count()).toBe(0);
  expect(await ask(page, "openOffer(10005)")).toBe("not_found");
  expect(await ask(page, "openRoom(987654)")).toBe("not_found");
  await page.context().close();
});

test("[EMB-1][EMB-4] an unlisted page shows no frame, gets no events, and its commands fail", async () => {
  const page = await visit(browser, stranger, "/ana");
  await expect.poll(() => frameOf(page).url()).toMatch(/^chrome-error:/u);
  expect(await reportedTo(page)).toEqual([]);
  expect(await ask(page, "openOffer(10001)")).toBe("no_answer");
  expect((await reportedTo(page)).map(({ payload }) => payload)).toEqual([{ code: "no_answer" }]);
  await page.context().close();
});

test("[EMB-4h][EMB-6a] the frame follows the host's person on every load, and the same person keeps their session", async () => {
  const page = await visit(browser, neighbour, "/ana");
  const token = await sessionOf(page, "customer");
  const ana = await apiAs(product, "ana");
  const before = await devicesOf(ana);
  await page.goto(`${neighbour.origin}/ana`);
  expect(await sessionOf(page, "customer")).toBe(token);
  await expect.poll(() => devicesOf(ana)).toBe(before);
  await page.goto(`${neighbour.origin}/radu`);
  expect(await sessionOf(page, "erp")).not.toBe(token);
  expect((await actions(page)).filter((action) => /^(?:signedOut|authRequired)$/u.test(action))).toEqual([]);
  await page.goto(`${neighbour.origin}/nobody`);
  await framed(page).getByLabel("Utilizator").waitFor();
  expect([await personOf(page), await storedToken(page)]).toEqual([null, null]);
  await page.context().close();
});
