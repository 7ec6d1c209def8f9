import { expect, test } from "vitest";
import { type MountedPage, mountPage, radu } from "../testing/mounted.tsx";

/** The longest delay before catching up, ms, which is also the minimum distance from the last catch-up. */
const catchUpMs = 2000;

async function expectShown(page: MountedPage, text: string): Promise<void> {
  await page.bubble(text);
  expect(page.bubbles(text)).toHaveLength(1);
}

async function away(text: string) {
  const page = await mountPage({ at: "/view/oferta.10001" });
  await page.composer();
  await page.connection("lost");
  page.server.world.say(radu, 10_001, text);
  return page;
}

test("[MSG-6d] a room with an event unknown to the server is refetched and continues", async () => {
  const page = await away("Cât a fost plecată");
  const { id, epoch } = page.server.world.roomOf("oferta.10001")!.room;
  page.server.answer("sync", { epoch, rooms: [], reset: [id], unread: {}, chats: [], user_version: 1 }, 1);
  await page.connection("online");
  await page.pass(catchUpMs);
  await expectShown(page, "Cât a fost plecată");
  await page.live("ChatMessage", page.server.world.say(radu, 10_001, "Și mai departe"));
  await expectShown(page, "Și mai departe");
});

test("[SYNC-9] a page that catches up with an unknown event has the room refetched, and continues", async () => {
  const page = await away("Cât a fost plecată");
  const { log } = page.server.world.rooms.get(10_001)!;
  for (const entry of log) Object.assign(entry, { event: "MessageBlessed" });
  const fetches = page.server.calls("viewRoom").length;
  await page.connection("online");
  await page.pass(catchUpMs);
  await expectShown(page, "Cât a fost plecată");
  expect(page.server.calls("viewRoom")).toHaveLength(fetches + 1);
  await page.live("ChatMessage", page.server.world.say(radu, 10_001, "Când e înapoi"));
  await expectShown(page, "Când e înapoi");
});
