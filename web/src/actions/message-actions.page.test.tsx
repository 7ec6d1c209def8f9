import { fireEvent } from "@testing-library/react";
import { expect, test } from "vitest";
import { ana, mountPage, type MountedPage } from "../testing/mounted.tsx";
import { say } from "../testing/page-acts.ts";
import { listWithout } from "../testing/scripted-list.ts";

const at = "/view/oferta.10001";

const openAt = (text: string) =>
  mountPage({ at, as: "radu", before: ({ world }) => void world.say(ana, 10_001, text) });

const likeOf = (message: HTMLElement): HTMLElement => message.querySelector<HTMLElement>("[data-likes]")!;
const labels = ({ screen }: MountedPage) => screen.queryAllByRole("menuitem").map(({ textContent }) => textContent);

test("[ACT-5][ACT-5a][ACT-7] by keyboard only: through the messages, into the actions, to the menu and back to the composer", async () => {
  const page = await openAt("Doar din taste");
  const { user, find, bubble, server, composer, screen } = page;
  server.hold("actOnMessage");
  const message = await bubble("Doar din taste");
  document.querySelector<HTMLElement>("[data-scroller]")!.focus();
  await user.keyboard("{ArrowUp}");
  await expect.poll(() => document.activeElement).toBe(message);
  await user.tab();
  expect(document.activeElement).toBe(likeOf(message));
  await user.keyboard("{Enter}");
  expect(likeOf(message).getAttribute("aria-pressed")).toBe("true");
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(message);
  await user.keyboard("{Shift>}{F10}{/Shift}");
  (await find("menuitem", { name: "Copiază linkul" })).focus();
  await user.keyboard("{Enter}");
  await screen.findByText("Copiat.");
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}${at}?m=${message.dataset["seq"]}`);
  await expect.poll(() => document.activeElement).toBe(message);
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(await composer());
});

test("[ACT-5] a message shows its actions although what the pointer was over has been removed", async () => {
  const { bubble } = await openAt("Sub pointer");
  const message = await bubble("Sub pointer");
  // The browser reports no leaving, and the parent as what the pointer was over.
  fireEvent.pointerOver(message, { pointerType: "mouse", relatedTarget: message.parentElement });
  await expect.poll(() => message.querySelector('[data-near="true"]')).not.toBeNull();
});

test("[ACT-4b] without a connection an action fails at the message and is never sent later", async () => {
  const page = await openAt("Fără rețea");
  const { user, bubble, server, connection, pass } = page;
  const message = await bubble("Fără rețea");
  server.reach(false);
  await connection("lost");
  await user.hover(message);
  fireEvent.click(likeOf(message));
  await expect.poll(() => message.textContent).toMatch(/Fără conexiune: nu s-a trimis nimic/);
  expect(likeOf(message).getAttribute("aria-pressed")).toBe("false");
  server.reach(true);
  await connection("online");
  await say(page, "Iar cu rețea");
  await expect.poll(() => server.calls("publishMessage")).toHaveLength(1);
  await pass(60_000);
  expect(server.calls("actOnMessage")).toEqual([]);
});

test("[ACT-5b] a visitor may copy and nothing else", async () => {
  const page = await mountPage({
    at,
    as: "radu",
    before: ({ world, answer }) => {
      const visited = world.rooms.get(10_001)!;
      visited.room = { ...visited.room, is_member: false };
      answer("listRooms", listWithout(world, 10_001));
    },
  });
  const message = await page.bubble("ce preț au discurile");
  fireEvent.contextMenu(message.querySelector("[data-bubble]")!, { button: 2 });
  await page.find("menuitem", { name: "Copiază linkul" });
  expect(labels(page).filter((label) => !/^(?:Cine a apreciat|Redu la tăcere)/.test(label))).toEqual([
    "Copiază textul",
    "Copiază linkul",
  ]);
  expect(page.screen.queryByRole("textbox", { name: /^Mesaj către/ })).toBeNull();
});
