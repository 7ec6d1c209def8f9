import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { apiAs } from "./api-as.ts";
import { axeFindings } from "./axe-findings.ts";
import { freshProfile } from "./browser.ts";
import { bubbles, composer, fillSignIn, messageList, openRoom, roomRow, say, signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const { product, browser } = await startStage();

/** How many elements each style update restyled, according to Chromium's trace. */
function stylesMatched(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    traceEvents: { name: string; ph: string; args: { elementCount?: number } }[];
  };
  return traceEvents
    .filter(({ name, ph }) => name === "UpdateLayoutTree" && ph === "X")
    .map(({ args }) => args.elementCount ?? 0);
}

describe("Ana and Radu talk about offer 10001", () => {
  let ana: Page;
  let radu: Page;

  beforeAll(async () => {
    ana = await signedIn(browser, product, "ana");
    radu = await signedIn(browser, product, "radu");
  });

  test("[OWN-2] one's own messages show who has read them until everybody has, also after a reload", async () => {
    const [ioana, mia] = await Promise.all([apiAs(product, "ioana"), apiAs(product, "mia")]);
    for (const page of [ana, radu]) await openRoom(page, 10_001);
    await say(radu, "Livrez mâine dimineață.");
    const sign = bubbles(radu, "Livrez mâine dimineață.").getByText("Citit");
    await expect.poll(() => sign.innerText()).toBe("Citit de Ana Mureșan");
    const { chats } = await ioana.get<{ chats: { id: number }[] }>("chat/oferta.10001");
    await mia.post(`read/${chats[0]?.id}`);
    await expect.poll(() => sign.innerText()).toBe("Citit de Ana Mureșan, Mia Petrescu");
    await ioana.post(`read/${chats[0]?.id}`);
    await expect.poll(() => sign.innerText()).toBe("Citit");
    await radu.reload();
    await expect.poll(() => sign.innerText()).toBe("Citit");
  });

  test("[LIST-2] an unlisted room appears with its first message", async () => {
    expect(await roomRow(ana, 10_004).count()).toBe(0);
    await radu.goto(`${product.address}/join/10004`);
    // SEC-11: opening a link creates no room.
    const question = radu.getByRole("heading", { name: "Intri în discuție?" });
    await expect.poll(() => question.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await axeFindings(radu)).toEqual([]);
    expect(await roomRow(radu, 10_004).count()).toBe(0);
    await radu.getByRole("button", { name: "Intră în discuție" }).press("Enter");
    await composer(radu).waitFor();
    await roomRow(radu, 10_004).waitFor();
    // Back leaves the page directly, since no history entry was added.
    await radu.goBack();
    expect(new URL(radu.url()).pathname).not.toMatch(/10004/);
    await roomRow(radu, 10_004).click();
    await composer(radu).waitFor();
    await ana.goto(`${product.address}/join/10004`);
    await composer(ana).waitFor();
    await say(ana, "Bună, aveți filtru pentru mașina asta?");
    await bubbles(radu, "Bună, aveți filtru").waitFor();
  });

  test("[PERF-12a] a key in the composer restyles few elements", async () => {
    await openRoom(radu, 10_001);
    await composer(radu).focus();
    await composer(radu).press("a");
    await browser.startTracing(radu, { categories: ["devtools.timeline"] });
    for (const key of "merge repede") await composer(radu).press(key === " " ? "Space" : key);
    const counts = stylesMatched(await browser.stopTracing());
    expect(counts.length).toBeGreaterThanOrEqual(10);
    // Takes the median, since other work restyles elements too.
    expect(counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)]).toBeLessThanOrEqual(8);
    await composer(radu).fill("");
  });

  test("[VISIT-1] a visitor is told that nothing is live, and can talk after joining", async () => {
    const admin = await (await freshProfile(browser)).newPage();
    await admin.goto(`${product.address}/login?erp=1&from=/view/oferta.10001`);
    await fillSignIn(admin, "admin", "demo");
    await admin.getByText("mesajele noi nu apar singure").waitFor();
    await messageList(admin).getByRole("article").last().waitFor();
    expect(await composer(admin).count()).toBe(0);
    expect(await axeFindings(admin)).toEqual([]);
    for (const page of [ana, radu]) await openRoom(page, 10_001);
    await say(radu, "Cine se mai uită aici?");
    await bubbles(ana, "Cine se mai uită aici?").waitFor();
    expect(await bubbles(admin, "Cine se mai uită aici?").count()).toBe(0);
    await admin.getByRole("button", { name: "Intră în discuție" }).click();
    await expect.poll(() => composer(admin).evaluate((field) => field === document.activeElement)).toBe(true);
    await bubbles(admin, "Cine se mai uită aici?").waitFor();
    await say(radu, "Bun venit!");
    await bubbles(admin, "Bun venit!").waitFor();
  });
});
