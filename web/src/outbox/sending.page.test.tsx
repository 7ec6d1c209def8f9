import { act } from "@testing-library/react";
import { expect, test } from "vitest";
import { mountPage, refuse } from "../testing/mounted.tsx";
import { say, storedIn, write, written } from "../testing/page-acts.ts";

const at = "/view/oferta.10001";

const said = (words: string): readonly string[] =>
  [...document.querySelectorAll("[data-scroller] article")].flatMap(
    ({ textContent }) => new RegExp(`${words} \\d`).exec(textContent)?.[0] ?? [],
  );

test("[SEND-1] a message shows as sending at once, and as sent when the server has it", async () => {
  const page = await mountPage({ at });
  const { composer, bubbles, server } = page;
  const release = server.hold("publishMessage");
  await say(page, "Prima 1");
  const [own] = bubbles("Prima 1");
  expect(own?.textContent).toMatch(/Se trimite$/);
  expect(document.activeElement).toBe(await composer());
  expect(await written(page)).toBe("");
  release();
  await expect.poll(() => bubbles("Prima 1")[0]?.textContent).toMatch(/Trimis$/);
  expect(said("Prima")).toEqual(["Prima 1"]);
});

test("[SEND-4] without a connection messages wait and say so, and are sent once it is back", async () => {
  const page = await mountPage({ at });
  const { bubble, composer, server, connection, screen } = page;
  await composer();
  server.reach(false);
  await connection("lost");
  for (const text of ["Din hală 1", "Din hală 2"]) await say(page, text);
  await expect.poll(async () => (await bubble("Din hală 2")).textContent).toMatch(/Așteaptă serverul/);
  await screen.findByText("Serverul nu răspunde. Se trimite singur când revine.");
  expect(screen.queryByRole("button", { name: "Retrimite" })).toBeNull();
  server.reach(true);
  await connection("online");
  await expect.poll(async () => (await bubble("Din hală 2")).textContent).toMatch(/Trimis$/);
  const stored = server.world.rooms.get(10_001)?.messages.map(({ message }) => message);
  expect(stored?.slice(-2)).toEqual(["Din hală 1", "Din hală 2"]);
  expect(said("Din hală")).toEqual(["Din hală 1", "Din hală 2"]);
});

test("[SEND-4] the browser's `online` event sends waiting messages, even if the live connection never closed", async () => {
  const page = await mountPage({ at });
  const { bubble, server } = page;
  server.answer("publishMessage", refuse("unavailable"), 1);
  await say(page, "Iar pe net 1");
  await expect.poll(async () => (await bubble("Iar pe net 1")).textContent).toMatch(/Așteaptă serverul/);
  expect(server.calls("publishMessage")).toHaveLength(1);
  // The clock stays still, so only this event can end the message's back-off.
  await act(async () => void window.dispatchEvent(new Event("online")));
  await expect.poll(async () => (await bubble("Iar pe net 1")).textContent).toMatch(/Trimis$/);
  expect(server.calls("publishMessage")).toHaveLength(2);
});

test("[WEB-3] Enter and a room switch at once, on a slow network: the text is only in the first room", async () => {
  const page = await mountPage({ at: "/view/oferta.10002" });
  const { user, composer, bubble, bubbles, server, row } = page;
  await write(page, "Ciorna din 10002");
  await user.click(await row(10_001));
  await expect.poll(async () => (await composer()).getAttribute("aria-label")).toContain("10001");
  await write(page, "Doar pentru 10001");
  const field = await composer();
  const release = server.hold("publishMessage");
  const other = await row(10_002);
  await act(async () => {
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    other.click();
  });
  await expect.poll(() => written(page)).toBe("Ciorna din 10002");
  release();
  await expect.poll(() => storedIn(page, 10_001)).toBe("Doar pentru 10001");
  expect(bubbles("Doar pentru 10001")).toHaveLength(0);
  await user.click(await row(10_001));
  await bubble("Doar pentru 10001");
  expect(bubbles("Doar pentru 10001")).toHaveLength(1);
  expect(await written(page)).toBe("");
  expect(server.calls("publishMessage").map(({ params }) => params["roomId"])).toEqual([
    String(server.world.rooms.get(10_001)?.room.id),
  ]);
});
