import { expect, test } from "vitest";
import { look } from "./looking.ts";
import { anasPages, openNotifications, shownNotifications, storedWish } from "./notifying.ts";
import { roomRow } from "./people.ts";
import { bodies, pathOf, pushed, room, startPushStage } from "./push-stage.ts";
import { apiAs } from "./api-as.ts";

const { product, browser, receiver, ana, radu, anaElsewhere, pushOf, unreadOfRoom, shownOfRoom, subscriptions } =
  await startPushStage();
const { notifiedPage } = anasPages(browser, product);

test("[PUSH-9][NOTE-1e][NOTE-4][POST-7] shows a push and reports it, also after the worker has renewed the subscription", async () => {
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
  await expect.poll(shownOfRoom).toBeGreaterThan(0);
});

test("[PUSH-10] a press shows the room in the open window without a reload", async () => {
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

test("[PUSH-9] shows an invalid push in general words that open the app", async () => {
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

test("[PUSH-10a] “mark as read” reads the room without opening it, and updates the icon's badge", async () => {
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

test("[NOTE-1d] the system shows a test notification, and none in any tab once turned off", async () => {
  const page = await notifiedPage();
  const other = await page.context().newPage();
  await other.goto(product.address);
  const there = await openNotifications(other);
  await there.getByText("Notificările sunt pornite pe dispozitivul acesta.").waitFor();
  const dialog = await openNotifications(page);
  await dialog.getByRole("button", { name: "Trimite una de probă" }).click();
  await expect.poll(() => shownNotifications(page)).toEqual(["Notificările merg: Așa te anunță Cuplaj."]);
  await dialog.getByRole("button", { name: "Oprește notificările" }).click();
  await expect.poll(() => shownNotifications(page)).toEqual([]);
  await there.getByText("Notificările sunt oprite pe dispozitivul acesta.").waitFor();
  expect(await storedWish(page)).toBe("false");
  await page.context().close();
});

test("[NOTE-1c][NOTE-2b][NOTE-5] without pushes the page notifies of an unseen message, until it is read elsewhere", async () => {
  const page = await notifiedPage();
  await look(page, false);
  const ioana = await apiAs(product, "ioana");
  const say = (message: string) => ioana.post("publish/oferta.10002", { message });
  await say("Plăcuțele au sosit.");
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([expect.stringMatching(/Dacia.*: Ioana Stan: Plăcuțele au sosit\.$/)]);
  await ana.post("read/oferta.10002");
  await expect.poll(() => shownNotifications(page)).toEqual([]);
  await look(page, true);
  await say("Și discurile.");
  await roomRow(page, 10_002).getByText("Și discurile.").waitFor();
  expect(await shownNotifications(page)).toEqual([]);
  await page.context().close();
});
