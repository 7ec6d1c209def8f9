import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { startWholeBrowser } from "./browser.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { composer, openRoom, signOut, signedIn } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startPushReceiver, type PushReceiver } from "./push-receiver.ts";
import { type PushWorker, pushWorkerOf } from "./push-worker.ts";
import type { Stage } from "./stage.ts";
import { startProduct } from "./start-product.ts";
import { awaitCopies, awaitWorker } from "./worker-page.ts";

let stage: Stage;
let receiver: PushReceiver;
let link: CuttableLink;
let ana: Caller;
let radu: Caller;
let elsewhere: Page;

beforeAll(async () => {
  link = await openLink();
  const settings = { ALLOWED_ORIGINS: link.address, PUSH_ENDPOINTS: "loopback", PUSH_DELAY_SECONDS: "1" };
  const [product, browser] = await Promise.all([startProduct(settings), startWholeBrowser()]);
  link.leadTo(Number(new URL(product.address).port));
  stage = { product, browser };
  receiver = await startPushReceiver();
  [ana, radu] = [await apiAs(product, "ana"), await apiAs(product, "radu")];
  elsewhere = await openAna();
});
afterEach(() => link.mend());
afterAll(async () => {
  await stage.browser.close();
  receiver.close();
  await link.close();
  await stage.product.stop();
});

const room = "oferta.10001";
let seq = 0;

/** Radu's message, which Ana has not read, and a push of it as the server writes it. */
async function pushOf(text: string, given: object = {}): Promise<string> {
  const { message } = await radu.post<{ message: { seq: number } }>(`publish/${room}`, { message: text });
  seq = message.seq;
  return pushed(seq, { excerpt: text, ...given });
}

const pushed = (message_seq: number, given: object): string =>
  JSON.stringify({
    ...{ v: 1, room, title: "Oferta 10001", author: "Radu", excerpt: null, message_seq, badge: 7 },
    ...{ url: `/view/${room}`, language: "ro", ...given },
  });

const unreadOfRoom = async (): Promise<number | undefined> =>
  (await ana.get<{ chats: { unread_count: number }[] }>(`chat/${room}`)).chats[0]?.unread_count;

async function subscriptions(): Promise<number | null> {
  let total: number | null = null;
  await inDatabase(stage.product, async (client) => {
    total = (await client.query("select from push_subscriptions")).rowCount;
  });
  return total;
}

interface Ana {
  readonly page: Page;
  readonly worker: PushWorker;
}

const openAna = (): Promise<Page> =>
  signedIn(stage.browser, { address: link.address }, "ana", { serviceWorkers: "allow" });

/** Ana's page, in which another room is open than the one that is pushed, in a browser profile of the test's own. */
const freshAna = async (): Promise<Ana> => inAnotherRoom(await openAna());

async function inAnotherRoom(page: Page): Promise<Ana> {
  await awaitWorker(page);
  await openRoom(page, 10_002);
  await awaitCopies(page, 1);
  return { page, worker: await pushWorkerOf(page) };
}

let shared: Ana | null = null;

/** The same for tests that leave both as they were. */
async function anaElsewhere(): Promise<Ana> {
  shared ??= await inAnotherRoom(elsewhere);
  await openRoom(shared.page, 10_002);
  await shared.worker.clear();
  return shared;
}

const bodies = async (worker: PushWorker): Promise<readonly string[]> => (await worker.shown()).map(({ body }) => body);
const pathOf = (page: Page): string => new URL(page.url()).pathname;

test("[PUSH-9][PUSH-9d][PUSH-9e] what the server pushes is shown, to a subscription that the worker has made anew", async () => {
  const { worker } = await anaElsewhere();
  await worker.endSubscription(receiver.subscription);
  await expect.poll(subscriptions).toBe(1);
  const { vapid_public_key } = await ana.get<{ vapid_public_key: string }>("settings");
  expect(await worker.keys()).toEqual([vapid_public_key]);
  await radu.post(`publish/${room}`, { message: "Au venit plăcuțele" });
  const texts: string[] = [];
  await expect.poll(() => texts.push(...receiver.take())).toBe(1);
  await worker.deliver(texts[0] ?? "");
  const actions = ["Deschide", "Marchează citit"];
  await expect
    .poll(() => worker.shown())
    .toEqual([{ title: "Oferta 10001", body: "Radu Ionescu: Au venit plăcuțele", lang: "ro", tag: room, actions }]);
  const { badge } = JSON.parse(texts[0] ?? "") as { badge: number };
  expect(badge).toBeGreaterThan(0);
  expect(await worker.badges()).toEqual([badge]);
});

test("[PUSH-9][PUSH-9e] a push says no more than its person allows, and in their language", async () => {
  const { worker } = await anaElsewhere();
  await worker.deliver(pushed(9001, { author: "Radu", language: "en", badge: 0 }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu wrote to you"]);
  await worker.deliver(pushed(9002, { author: null }));
  await expect.poll(() => bodies(worker)).toEqual(["Mesaj nou"]);
  expect(await worker.badges()).toEqual([0, 7]);
});

test("[PUSH-9a] what no push is shows in general words, and leads to the app", async () => {
  const { page, worker } = await anaElsewhere();
  for (const text of ["{nimic", "", pushed(9003, { v: 2 }), pushed(9003, { url: "https://example.ro/" })]) {
    await worker.deliver(text);
    await expect.poll(() => bodies(worker)).toEqual(["Ai ceva nou în Cuplaj."]);
    await worker.press("general");
    await expect.poll(() => worker.shown()).toEqual([]);
    await expect.poll(() => pathOf(page)).toBe("/");
  }
  expect(await worker.badges()).toEqual([]);
});

test("[PUSH-9a] where nobody is signed in nothing is said of a push, and its subscription ends", async () => {
  const { page, worker } = await freshAna();
  const known = await pushOf("Văzut înainte");
  await worker.deliver(known);
  await expect.poll(() => bodies(worker)).toEqual(["Radu: Văzut înainte"]);
  await signOut(page);
  await page.getByLabel("Utilizator").waitFor();
  await worker.deliver(pushed(seq + 1, { excerpt: "Secret" }));
  await expect.poll(() => bodies(worker)).toContain("Ai ceva nou în Cuplaj.");
  expect(JSON.stringify(await worker.shown())).not.toContain("Secret");
  await expect.poll(() => worker.ended()).toBeGreaterThan(0);
});

test("[PUSH-9b] the same push again rings no more, and one that was overtaken changes nothing", async () => {
  const { worker } = await anaElsewhere();
  await worker.deliver(pushed(9010, { excerpt: "una" }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: una"]);
  await worker.deliver(pushed(9010, { excerpt: "una", badge: 8 }));
  await expect.poll(() => worker.badges()).toEqual([7, 8]);
  await worker.deliver(pushed(9009, { excerpt: "dinainte", badge: 6 }));
  await worker.deliver(pushed(9011, { excerpt: "două", badge: 9 }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: două"]);
  expect(await worker.badges()).toEqual([7, 8, 9]);
  expect(await worker.rings()).toBe(2);
});

test("[PUSH-9c] nothing is shown of the room that is looked at", async () => {
  const { page, worker } = await anaElsewhere();
  await openRoom(page, 10_001);
  await page.bringToFront();
  await worker.deliver(pushed(9020, { excerpt: "pe ecran" }));
  await worker.deliver(pushed(9021, { room: "oferta.10002", url: "/view/oferta.10002", excerpt: "alta" }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: alta"]);
  expect(await worker.badges()).toEqual([7, 7]);
});

test("[PUSH-10] a press shows the room in the window that is open, without loading it anew", async () => {
  const { page, worker } = await anaElsewhere();
  await page.evaluate(() => document.documentElement.setAttribute("data-same-page", "1"));
  await worker.deliver(await pushOf("Apasă-mă"));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: Apasă-mă"]);
  await worker.press(room);
  await expect.poll(() => pathOf(page)).toBe(`/view/${room}`);
  await page.getByRole("article").filter({ hasText: "Apasă-mă" }).waitFor();
  expect(await page.locator("html").getAttribute("data-same-page")).toBe("1");
  expect([await worker.shown(), await worker.windows()]).toEqual([[], []]);
});

test("[PUSH-10] a press on what a page has shown leads to its room too", async () => {
  const { page, worker } = await anaElsewhere();
  await page.evaluate(async () => {
    const data = { room: "oferta.10001", url: "/view/oferta.10001", about: "take-over" };
    await (await navigator.serviceWorker.ready).showNotification("Preluată", { tag: data.room, data });
  });
  await worker.press(room);
  await expect.poll(() => pathOf(page)).toBe(`/view/${room}`);
});

test("[PUSH-10] a press shows the room in a new window where none of ours is open", async () => {
  const { page } = await freshAna();
  const other = await page.context().newPage();
  await other.goto(`${link.address}/healthz`);
  const worker = await pushWorkerOf(other);
  await page.close();
  await worker.deliver(await pushOf("Nimic deschis"));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: Nimic deschis"]);
  await worker.press(room, "open");
  await expect.poll(() => worker.windows()).toEqual([`/view/${room}`]);
  await other.goto(`${link.address}${(await worker.windows())[0]}`);
  await composer(other).waitFor();
  await other.getByRole("article").filter({ hasText: "Nimic deschis" }).waitFor();
});

test("[PUSH-10] a page that does not answer is led to the room by its address", async () => {
  const { page, worker } = await freshAna();
  // As a page of another build, which understands nothing of it.
  await page.evaluate(() => {
    document.documentElement.setAttribute("data-same-page", "1");
    Object.defineProperty(MessageEvent.prototype, "data", { get: () => null });
  });
  await worker.deliver(await pushOf("Altă versiune"));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: Altă versiune"]);
  await worker.press(room);
  await page.getByRole("article").filter({ hasText: "Altă versiune" }).waitFor();
  expect([pathOf(page), await page.locator("html").getAttribute("data-same-page")]).toEqual([`/view/${room}`, null]);
});

test("[PUSH-10a] “mark as read” reads the room without opening it, and marks the icon with what is left", async () => {
  const { page, worker } = await anaElsewhere();
  await worker.deliver(await pushOf("De citit"));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: De citit"]);
  expect(await unreadOfRoom()).toBeGreaterThan(0);
  await worker.press(room, "read");
  await expect.poll(unreadOfRoom).toBe(0);
  const { channels } = await ana.get<{ channels: { unread_count: number }[] }>("channels");
  const left = channels.reduce((total, { unread_count }) => total + unread_count, 0);
  await expect.poll(() => worker.badges()).toEqual([7, left]);
  expect([pathOf(page), await worker.shown()]).toEqual(["/view/oferta.10002", []]);
});

test("[PUSH-10b] without a network “mark as read” waits for one, and where the browser cannot wait the room opens", async () => {
  const { page, worker } = await freshAna();
  const push = await pushOf("Fără rețea");
  await worker.deliver(push);
  await expect.poll(() => bodies(worker)).toEqual(["Radu: Fără rețea"]);
  link.cut();
  await worker.press(room, "read");
  await expect.poll(() => worker.shown()).toEqual([]);
  await expect.poll(() => worker.waiting()).toEqual([`read ${seq} ${room}`]);
  expect(await unreadOfRoom()).toBeGreaterThan(0);
  link.mend();
  await worker.sync();
  await expect.poll(unreadOfRoom).toBe(0);

  await worker.loseSync();
  await worker.deliver(pushed(seq + 1, { excerpt: "încă unul" }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: încă unul"]);
  link.cut();
  await worker.press(room, "read");
  await expect.poll(() => pathOf(page)).toBe(`/view/${room}`);
});
