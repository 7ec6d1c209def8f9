import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { brokenOut, expectHarmless, findBrokenOut, linksOf, payloads, turning, watch } from "./hostile-payloads.ts";
import { composer, messageList, openRoom, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage({ LIMITS: "off" });

let ana: Page;
let caught: readonly string[] = [];

beforeAll(async () => {
  ana = await signedIn(browser, product, "ana");
  caught = watch([product.address], ana);
  await openRoom(ana, 10_003);
});

test("[SEC-13g] shows a draft as text in its field and row, also after a reload", async () => {
  const draft = payloads.join(" ");
  await composer(ana).fill(draft);
  await openRoom(ana, 10_002);
  await expectHarmless(ana.locator("body"), [payloads[0]]);
  await ana.reload();
  await composer(ana).waitFor();
  await expectHarmless(ana.locator("body"), [payloads[0]]);
  await openRoom(ana, 10_003);
  await expectHarmless(ana.locator("main"), [draft]);
  await composer(ana).fill("");
  expect(caught).toEqual([]);
});

test("[SEC-13g][RUN-11a] no part of a message runs, loads or becomes an element, live, after a reload or in the list", async () => {
  const texts = [...payloads, turning];
  const api = await apiAs(product, "radu");
  const { chats } = await api.get<{ chats: readonly { id: number }[] }>("chat/oferta.10003");
  for (const message of texts) await api.post(`publish/${chats[0]?.id}`, { message });
  // The window is tall enough to render all the messages at the end of the list at once.
  await ana.setViewportSize({ width: 1440, height: 4800 });
  await expectHarmless(messageList(ana), texts);
  await ana.reload();
  await messageList(ana).press("End");
  await expectHarmless(messageList(ana), texts);
  const links = await linksOf(ana);
  for (const { text, href } of links) expect([text, `http://${text}`, `mailto:${text}`]).toContain(href);
  expect(links.filter(({ href }) => /script|live/u.test(href ?? ""))).toEqual([]);
  expect([caught, await brokenOut(ana)]).toEqual([[], []]);
  // Checks that payloads taken for markup would be found.
  const markup = payloads.filter((payload) => /<[a-z/]/u.test(payload));
  const parsed = await Promise.all(markup.map((text) => ana.evaluate(findBrokenOut, text)));
  expect(markup.filter((_text, index) => parsed[index]?.length === 0)).toEqual([]);
});
