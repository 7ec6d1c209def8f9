import { expect, test } from "vitest";
import { composer, openRoom, signOut } from "./people.ts";
import { bodies, pathOf, pushed, room, seqOf, startPushStage } from "./push-stage.ts";
import { pushWorkerOf } from "./push-worker.ts";

const { link, freshAna, anaElsewhere, pushOf, unreadOfRoom } = await startPushStage();

test("[PUSH-9][NOTE-4] a push reveals only what its person allows, in their language", async () => {
  const { worker } = await anaElsewhere();
  await worker.deliver(pushed(9001, { author: "Radu", language: "en", badge: 0 }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu wrote to you"]);
  await worker.deliver(pushed(9002, { author: null }));
  await expect.poll(() => bodies(worker)).toEqual(["Mesaj nou"]);
  expect(await worker.badges()).toEqual([0, 7]);
});

test("[PUSH-9] a push after signing out shows nothing personal and ends its subscription", async () => {
  const { page, worker } = await freshAna();
  const known = await pushOf("Văzut înainte");
  await worker.deliver(known);
  await expect.poll(() => bodies(worker)).toEqual(["Radu: Văzut înainte"]);
  await signOut(page);
  await page.getByLabel("Utilizator").waitFor();
  await worker.deliver(pushed(seqOf(known) + 1, { excerpt: "Secret" }));
  await expect.poll(() => bodies(worker)).toContain("Ai ceva nou în Cuplaj.");
  expect(JSON.stringify(await worker.shown())).not.toContain("Secret");
  await expect.poll(() => worker.ended()).toBeGreaterThan(0);
});

test("[PUSH-9b] a repeated push does not ring, and an outdated one changes nothing", async () => {
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

test("[PUSH-9b] shows nothing for the room on screen", async () => {
  const { page, worker } = await anaElsewhere();
  await openRoom(page, 10_001);
  await page.bringToFront();
  await worker.deliver(pushed(9020, { excerpt: "pe ecran" }));
  await worker.deliver(pushed(9021, { room: "oferta.10002", url: "/view/oferta.10002", excerpt: "alta" }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: alta"]);
  expect(await worker.badges()).toEqual([7, 7]);
});

test("[PUSH-10] a press on a page's notification opens its room too", async () => {
  const { page, worker } = await anaElsewhere();
  await page.evaluate(async () => {
    const data = { room: "oferta.10001", url: "/view/oferta.10001", about: "take-over" };
    await (await navigator.serviceWorker.ready).showNotification("Preluată", { tag: data.room, data });
  });
  await worker.press(room);
  await expect.poll(() => pathOf(page)).toBe(`/view/${room}`);
});

test("[PUSH-10] a press opens the room in a new window if none is open", async () => {
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

test("[PUSH-10] a page that does not respond is navigated to the room", async () => {
  const { page, worker } = await freshAna();
  // Simulates a page of another build, which does not understand the message.
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

test("[PUSH-10a] offline “mark as read” waits for a network, or opens the room if the browser cannot wait", async () => {
  const { page, worker } = await freshAna();
  const push = await pushOf("Fără rețea");
  await worker.deliver(push);
  await expect.poll(() => bodies(worker)).toEqual(["Radu: Fără rețea"]);
  link.cut();
  await worker.press(room, "read");
  await expect.poll(() => worker.shown()).toEqual([]);
  await expect.poll(() => worker.waiting()).toEqual([`read ${seqOf(push)} ${room}`]);
  expect(await unreadOfRoom()).toBeGreaterThan(0);
  link.mend();
  await worker.sync();
  await expect.poll(unreadOfRoom).toBe(0);

  await worker.loseSync();
  await worker.deliver(pushed(seqOf(push) + 1, { excerpt: "încă unul" }));
  await expect.poll(() => bodies(worker)).toEqual(["Radu: încă unul"]);
  link.cut();
  await worker.press(room, "read");
  await expect.poll(() => pathOf(page)).toBe(`/view/${room}`);
});
