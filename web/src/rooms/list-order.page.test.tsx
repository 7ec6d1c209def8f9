import { expect, test } from "vitest";
import { mountPage, radu } from "../testing/mounted.tsx";
import { storedIn, write } from "../testing/page-acts.ts";

const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>("nav a[data-room]")];
const rowOf = (offer: number) => rows().find((row) => row.textContent.includes(`Oferta ${offer}`))!;
const listed = (): readonly string[] => rows().flatMap((row) => /Oferta (\d{5})/.exec(row.textContent)?.[1] ?? []);

test("[ROOM-3][LIST-6d] rooms have their unread counts, and the sum is next to the list's heading, or in the header while the list is hidden", async () => {
  const { screen, find, user } = await mountPage({
    before: ({ world }) => {
      for (const offer of [10_002, 10_002, 10_003]) world.say(radu, offer, "Mai aveți nevoie?");
    },
  });
  const list = await find("navigation", { name: "Discuții" });
  await expect.poll(() => list.textContent).toContain("3 mesaje necitite");
  expect(rowOf(10_002).textContent).toContain("2 mesaje necitite");
  expect(rowOf(10_003).textContent).toContain("1 mesaj necitit");
  // The page's own banner comes first; headers inside sections do not count as banners.
  const banner = () => screen.getAllByRole("banner")[0]?.textContent;
  expect(banner()).not.toContain("necitit");
  await user.click(await find("button", { name: "Ascunde lista de discuții" }));
  expect(banner()).toContain("3 mesaje necitite");
  await user.click(await find("button", { name: "Arată lista de discuții" }));
  expect(banner()).not.toContain("necitit");
});

test("[NOTE-4] the window's title has the unread count: at once, and throttled in a burst", async () => {
  const { live, server, pass } = await mountPage();
  const say = (offer: number) => live("ChatMessage", server.world.say(radu, offer, "Mai aveți nevoie?"));
  // Events that arrive while the page opens form a burst of their own.
  await pass(1000);
  await say(10_002);
  expect(document.title).toMatch(/^\(1\) /u);
  await say(10_003);
  expect(document.title).toMatch(/^\(1\) /u);
  await pass(500);
  expect(document.title).toMatch(/^\(2\) /u);
});

test("[LIST-1] a message in another room moves it to the top once no mouse is over the list, and counts as unread", async () => {
  const { user, live, server, composer } = await mountPage({ at: "/view/oferta.10002" });
  await composer();
  await user.hover(rowOf(10_002));
  const before = listed();
  expect(before.at(-1)).not.toBe(before[0]);
  const last = Number(before.at(-1));
  await live("ChatMessage", server.world.say(radu, last, "Încă ceva."));
  expect(rowOf(last).textContent).toContain("1 mesaj necitit");
  expect(listed()).toEqual(before);
  await user.hover(await composer());
  expect(listed()[0]).toBe(String(last));
  expect(rowOf(last).textContent).toContain("1 mesaj necitit");
  expect((await composer()).getAttribute("aria-label")).toContain("10002");
});

test("[WEB-3] a moving list never changes where a message goes", async () => {
  const page = await mountPage({ at: "/view/oferta.10002" });
  const { user, live, server, bubble } = page;
  await write(page, "Scris pentru 10002");
  for (const offer of [10_001, 10_003]) await live("ChatMessage", server.world.say(radu, offer, "Mut eu lista."));
  expect(listed()[0]).toBe("10003");
  await user.keyboard("{Enter}");
  await bubble("Scris pentru 10002");
  await expect.poll(() => server.calls("publishMessage")).toHaveLength(1);
  const [call] = server.calls("publishMessage");
  expect([call?.params["roomId"], call?.body.message]).toEqual([
    String(server.world.rooms.get(10_002)?.room.id),
    "Scris pentru 10002",
  ]);
  expect(storedIn(page, 10_001)).toBe("Mut eu lista.");
});
