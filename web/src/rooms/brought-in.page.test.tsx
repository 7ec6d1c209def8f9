import type { Room } from "@cuplaj/protocol/room.ts";
import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { silentYieldMs } from "../notifications/ringer.ts";
import { haveNotifications, look } from "../testing/fake-notifications.ts";
import { type MountedPage, mountPage, radu } from "../testing/mounted.tsx";
import { listRow } from "../testing/page-acts.ts";
import { changeRoom } from "../testing/scripted-lines.ts";
import { listWithout } from "../testing/scripted-list.ts";
import { mia, type World } from "../testing/scripted-world.ts";

const at = "2999-11-14T10:00:00.000Z";
const readTo = (room: Room): Pick<Room, "read_seq" | "unread_count"> => ({ read_seq: room.last_seq, unread_count: 0 });

/** Mia adds Radu to a room that he has read before; returns the live event's payload. */
function bringIn(world: World) {
  const it = world.rooms.get(10_002)!;
  it.room = { ...it.room, ...readTo(it.room) };
  const event = changeRoom(world, 10_002, { joined: radu, by: mia });
  it.room = { ...it.room, updated_at: at, brought_in: { seq: it.room.last_seq, at, by: mia } };
  return event;
}

/** The response for a page that does not know the room. */
const caughtUp = ({ world }: MountedPage["server"]) => {
  const { room } = world.rooms.get(10_002)!;
  return { epoch: room.epoch, rooms: [], reset: [], unread: { [room.id]: 0 }, chats: [room], user_version: 1 };
};

const listed = (): (string | undefined)[] =>
  [...document.querySelectorAll("nav a[data-room]")].map((row) => /\d+$/.exec(row.getAttribute("href") ?? "")?.[0]);

test.each(["live", "by catching up"] as const)(
  "[ROOM-14i][ROOM-14f][LIST-2] a person added to a room learns of it %s: on top of the list, with who added them, marked until opened, and notified",
  async (way) => {
    const browser = haveNotifications();
    localStorage.setItem("notifications", "true");
    const page = await mountPage({
      ...{ as: "radu", at: "/view/oferta.10001" },
      before: ({ answer, world }) => answer("listRooms", listWithout(world, 10_002)),
    });
    await listRow(10_001);
    await look(false);
    const event = bringIn(page.server.world);
    if (way === "live") await page.live("RoomUpdated", event);
    else {
      page.server.answer("sync", caughtUp(page.server));
      await page.dispatch({ type: "sync/asked" });
      await page.pass(silentYieldMs);
    }
    const row = async () => await listRow(10_002);
    expect((await row()).textContent).toContain("Mia Stan te-a adăugat");
    expect([listed()[0], (await row()).dataset["unread"]]).toEqual(["10002", "true"]);
    await page.pass(silentYieldMs);
    await vi.waitFor(
      () => expect(browser.shown()).toEqual([expect.stringMatching(/: Mia Stan te-a adăugat în discuție$/)]),
      patient,
    );
    await look(true);
    await page.user.click(await row());
    await vi.waitFor(async () => expect((await row()).dataset["unread"]).toBe("false"), patient);
    await vi.waitFor(
      () => expect(page.server.calls("markRead").map(({ body }) => body)).toContainEqual({ upto: event.room.last_seq }),
      patient,
    );
    expect((await row()).textContent).toContain("te-a adăugat");
    await page.live("ChatMessage", page.server.world.say(mia, 10_002, "Salut, Radu"));
    await vi.waitFor(async () => expect((await row()).textContent).toContain("Salut, Radu"), patient);
    expect((await row()).textContent).not.toContain("te-a adăugat");
  },
);

test("[ROOM-14f] a starting page does not announce earlier additions", async () => {
  const browser = haveNotifications();
  localStorage.setItem("notifications", "true");
  const page = await mountPage({ as: "radu", before: ({ world }) => void bringIn(world) });
  expect((await listRow(10_002)).textContent).toContain("Mia Stan te-a adăugat");
  await look(false);
  await page.pass(silentYieldMs);
  expect(page.asked("ring")).toEqual([]);
  expect(browser.shown()).toEqual([]);
});
