import { readdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sizes, startBrowser } from "../browser.ts";
import { bubbles, composer, openRoom, roomRow, say, signedIn } from "../people.ts";
import { seedHistory } from "../seed-history.ts";
import { findSideways } from "../sideways.ts";
import { type Product, startProduct } from "../start-product.ts";
import { storeFiles } from "../stored-files.ts";
import { createEnginePage, type EnginePage, keys, type Target } from "./engine-page.ts";
import { type Engine } from "./engine.ts";

const historyLength = 300;
const row = (offer: number, text = ""): Target => ({
  css: "nav a[data-room]",
  name: new RegExp(`Oferta ${offer}`),
  text,
});
const field: Target = { css: "textarea", name: /^Mesaj către/ };
const list: Target = { css: '[role="region"]', name: /^Mesaje din/ };
const bubble = (text: string): Target => ({ css: '[role="region"] article', text });
const typingLine = (name: string): Target => ({ css: '[role="region"] p, main p', text: `${name} scrie…` });
/** A connected page. An attribute marks it, since the screen does not (CONN-5). */
const connected: Target = { css: 'body:has([data-connection="online"])' };

const fileNames = [
  "Factură nr. 15 – țeavă și șurub.bin",
  "poză 🚗🔧 piesă.bin",
  "„ghilimele” «duble» și 'simple'.bin",
  'ghilimele "drepte".bin',
  "preț #2 + TVA = 100 & gata; fin (3) [4].bin",
  "fără-ending",
  "日本語 עברית.bin",
  `${"ă".repeat(100)}.bin`,
];
/** Gets a ticket for a file with the page's token, then follows a link to the file. */
const save = `(href) => {
  const asked = new XMLHttpRequest();
  asked.open("POST", href, false);
  asked.setRequestHeader("Authorization", "Bearer " + localStorage.getItem("token"));
  asked.send();
  Object.assign(document.createElement("a"), { href }).click();
  return asked.status;
}`;

/** Ana uses the product in the engine under test, Radu in Chromium. Each test builds on the one before. */
export function describeScenario(startEngine: () => Promise<Engine>): void {
  const ends: (() => Promise<void>)[] = [];
  let product: Product;
  let radu: Page;
  let ana: EnginePage;

  beforeAll(async () => {
    product = await startProduct();
    ends.push(product.stop);
    await seedHistory(product, 10_001, historyLength);
    const browser = await startBrowser();
    ends.push(() => browser.close());
    const engine = await startEngine();
    ends.push(engine.close);
    ana = createEnginePage(engine);
    radu = await signedIn(browser, product, "radu");
    await openRoom(radu, 10_001);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  test("[SIGN-1] [ROOM-3] signs in through the form and sees the rooms with their unread counts", async () => {
    await ana.engine.resize(sizes.desk);
    await ana.engine.open(`${product.address}/login`);
    await ana.typeInto({ css: "input", name: /^Utilizator/ }, "ana");
    await ana.typeInto({ css: "input", name: /^Parolă/ }, `demo${keys.enter}`);
    await ana.see(row(10_002, "2 mesaje necitite"));
    await ana.see(connected);
  });

  test("[MSG-4e] saves files under their original names", async () => {
    // Some systems replace straight quotes in names.
    const saved = async () => (await readdir(ana.engine.downloads)).map((name) => name.replaceAll('"', "_"));
    const stored = fileNames.map((name) => ({ name, mime: "application/octet-stream", content: name }));
    for (const [index, url] of (await storeFiles(product, 10_001, stored)).entries()) {
      expect(await ana.engine.call(save, JSON.stringify([url]))).toBe("200");
      // Following a link aborts one that is still pending.
      await expect.poll(saved).toContain(fileNames[index]?.replaceAll('"', "_"));
    }
  });

  test("[LIVE-3] sees another person's message once, and that person sees it as read", async () => {
    await ana.click(row(10_001));
    await ana.see(field);
    await say(radu, "Am kitul LuK pe raft.");
    await ana.see(bubble("Am kitul LuK pe raft."));
    expect(await ana.find(bubble("Am kitul LuK pe raft."))).toHaveLength(1);
    await bubbles(radu, "Am kitul LuK pe raft.").getByText("Citit de Ana Mureșan", { exact: true }).waitFor();
  });

  test("[TYPE-1] sees the other person type, and is seen typing", async () => {
    await composer(radu).pressSequentially("Stai");
    await ana.see(typingLine("Radu Ionescu"));
    await ana.seeNo(typingLine("Radu Ionescu"));
    await ana.typeInto(field, "Și eu");
    await radu.getByRole("region", { name: "Discuție" }).getByText("Ana Mureșan scrie…").waitFor();
  });

  test("[MSG-2] sends with Enter what was typed, once", async () => {
    await ana.type(` am întrebat${keys.enter}`);
    await bubbles(radu, "Și eu am întrebat").waitFor();
    await ana.see({ ...bubble("Și eu am întrebat"), name: /Citit/ });
    expect(await bubbles(radu, "Și eu am întrebat").count()).toBe(1);
    expect(await ana.find(bubble("Și eu am întrebat"))).toHaveLength(1);
  });

  test("[LIST-1] [READ-2] counts messages in another room, until that is opened", async () => {
    await openRoom(radu, 10_002);
    await say(radu, "Încă ceva despre frâne.");
    await ana.see(row(10_002, "3 mesaje necitite"));
    expect((await ana.find({ css: "nav a[data-room]" }))[0]?.text).toContain("10002");
    await ana.click(row(10_002));
    await ana.see(bubble("Încă ceva despre frâne."));
    await ana.seeNo(row(10_002, "necitit"));
  });

  test("[OLDER-2] scrolls to the oldest message by keyboard, and back to the newest", async () => {
    await ana.click(row(10_001));
    await ana.see(bubble("Și eu am întrebat"));
    await ana.click(list);
    await ana.type(keys.home);
    await ana.see(bubble("Veche 1\n"));
    await ana.type(keys.end);
    await ana.see(bubble("Și eu am întrebat"));
  });

  test("[WEB-8a] no pane scrolls sideways, even with a tooltip", async () => {
    const copy: Target = { css: "li button", name: /^Copiază codul/ };
    await ana.see(copy);
    expect(await ana.run(findSideways)).toEqual([]);
    await ana.hover(copy);
    await expect.poll(() => ana.run(isTipShown)).toBe(true);
    expect(await ana.run(findSideways)).toEqual([]);
  });

  test("[NOTE-1] shows which notifications this browser allows", async () => {
    const words = {
      default: "Notificările nu sunt pornite.",
      denied: "Browserul blochează notificările de la Cuplaj.",
      granted: "Notificările sunt oprite pe dispozitivul acesta.",
      unsupported: "Browserul nu poate arăta notificări pe pagina aceasta.",
    };
    const allowed = await ana.run(() => ("Notification" in globalThis ? Notification.permission : "unsupported"));
    await ana.click({ css: "header button", name: /^Notificări$/ });
    await ana.see({ css: "dialog [role=status]", text: words[allowed] });
    await ana.click({ css: "dialog button", name: /^Închide$/ });
    await ana.seeNo({ css: "dialog" });
  });

  test("[CONN-2] [SEND-1c] sends once what was written while the server was down, and receives what was missed", async () => {
    await product.crashAndRestart(async () => {
      await ana.seeNo(connected);
      await ana.typeInto(field, `Scris fără server${keys.enter}`);
      await ana.see(bubble("Scris fără server"));
    });
    await openRoom(radu, 10_001);
    await bubbles(radu, "Scris fără server").waitFor();
    await ana.see(connected);
    await say(radu, "Te-am primit.");
    await ana.see(bubble("Te-am primit."));
    expect(await bubbles(radu, "Scris fără server").count()).toBe(1);
    expect(await ana.find(bubble("Scris fără server"))).toHaveLength(1);
  });

  test("[LIST-4] shows one pane at a time on a phone, and sends there", async () => {
    await ana.engine.resize(sizes.phone);
    const writing = await ana.see(field);
    expect(writing.x + writing.width).toBeLessThanOrEqual(sizes.phone.width);
    expect(writing.y + writing.height).toBeLessThanOrEqual(sizes.phone.height);
    await ana.seeNo(row(10_001));
    await expect.poll(() => ana.run(findSideways)).toEqual([]);
    await ana.click({ css: "button", name: /^La lista de discuții$/ });
    await ana.seeNo(field);
    await ana.click(row(10_001));
    await ana.typeInto(field, `De pe telefon${keys.enter}`);
    await bubbles(radu, "De pe telefon").waitFor();
    await roomRow(radu, 10_001).getByText("De pe telefon").waitFor();
  });
}

/** Runs in the page: whether the hovered button shows its tooltip. */
function isTipShown(): boolean {
  const button = document.querySelector("button:hover");
  return button !== null && getComputedStyle(button, "::after").display !== "none";
}
