import { expect, test } from "vitest";
import { ana, mountPage, radu } from "../testing/mounted.tsx";

/** The offers of the listed rooms, top to bottom. */
const listed = (): readonly string[] =>
  [...document.querySelectorAll("nav [data-room] a, nav li a")].flatMap(
    (row) => /\d{5}/.exec(row.textContent)?.[0] ?? [],
  );

test("[ROOM-3][LIST-6d] the rooms have their unread counts, and the sum stands with the list's heading or where the list is hidden", async () => {
  const { row, screen, find, user } = await mountPage({
    before: ({ world }) => {
      for (const offer of [10_002, 10_002, 10_003]) world.say(radu, offer, "Mai aveți nevoie?");
    },
  });
  expect((await row(10_002)).textContent).toContain("2 mesaje necitite");
  expect((await row(10_003)).textContent).toContain("1 mesaj necitit");
  const list = await find("navigation", { name: "Discuții" });
  expect(list.textContent).toContain("3 mesaje necitite");
  const banner = await find("banner");
  expect(banner.textContent).not.toContain("necitit");
  await user.click(await find("button", { name: "Ascunde lista de discuții" }));
  expect((await find("banner")).textContent).toContain("3 mesaje necitite");
  await user.click(await find("button", { name: "Arată lista de discuții" }));
  expect(screen.getByRole("banner").textContent).not.toContain("necitit");
});

test("[LIST-1][LIST-1b] a message in another room moves it to the top, once no mouse is over the list, and counts as unread", async () => {
  const { row, user, live, server, composer } = await mountPage({ at: "/view/oferta.10002" });
  await composer();
  await user.hover(await row(10_002));
  const before = listed();
  expect(before.at(-1)).not.toBe(before[0]);
  const last = Number(before.at(-1));
  await live("ChatMessage", server.world.say(radu, last, "Încă ceva."));
  expect((await row(last)).textContent).toContain("1 mesaj necitit");
  expect(listed()).toEqual(before);
  await user.hover(await composer());
  expect(listed()[0]).toBe(String(last));
  expect((await row(last)).textContent).toContain("1 mesaj necitit");
  expect((await composer()).getAttribute("aria-label")).toContain("10002");
});

test("[WEB-3] a list that moves never changes where a message goes", async () => {
  const { row, user, live, server, composer, bubble } = await mountPage({ at: "/view/oferta.10002" });
  await user.type(await composer(), "Scris pentru 10002");
  for (const offer of [10_001, 10_003]) await live("ChatMessage", server.world.say(radu, offer, "Mut eu lista."));
  await row(10_001);
  expect(listed()[0]).toBe("10003");
  await user.keyboard("{Enter}");
  await bubble("Scris pentru 10002");
  await expect.poll(() => server.calls("publishMessage")).toHaveLength(1);
  const [call] = server.calls("publishMessage");
  expect([call?.params["roomId"], call?.body.message]).toEqual([
    String(server.world.rooms.get(10_002)?.room.id),
    "Scris pentru 10002",
  ]);
  expect(server.world.rooms.get(10_001)?.messages.at(-1)?.message).toBe("Mut eu lista.");
  expect(ana.name).toBe(server.world.user.name);
});
