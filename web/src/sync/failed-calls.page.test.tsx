import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, test, vi } from "vitest";
import { mountPage, radu, refuse } from "../testing/mounted.tsx";

const at = "/view/oferta.10001";

test("[SYNC-8a] a conversation whose messages failed to load shows that above later ones, and loads again", async () => {
  const page = await mountPage({
    at,
    before: (server) => {
      server.world.say(radu, 10_001, "Dinainte, pentru istoric");
      server.answer("listMessages", refuse("unavailable"));
    },
  });
  await page.screen.findByText("Mesajele nu s-au încărcat");
  await page.user.type(await page.composer(), "Scris fără istoric{Enter}");
  await page.bubble("Scris fără istoric");
  const notice = () => page.screen.queryByText("Mesajele nu s-au încărcat");
  expect(notice()?.closest("[data-history]")).not.toBeNull();
  expect(page.screen.queryByText("Mesaje necitite")).toBeNull();
  page.server.answer("listMessages");
  await page.pass(60_000);
  await page.bubble("Dinainte, pentru istoric");
  await vi.waitFor(() => expect(notice()).toBeNull(), patient);
  expect(page.bubbles("Scris fără istoric")).toHaveLength(1);
});

test("[SEND-1c] an earlier visit's messages are shown and sent even if the list fails at first", async () => {
  const first = await mountPage({ at, before: (server) => server.answer("publishMessage", refuse("unavailable")) });
  await first.user.type(await first.composer(), "Rămas 1{Enter}");
  const own = await first.bubble("Rămas 1");
  await vi.waitFor(() => expect(own.textContent).toContain("Așteaptă serverul"), patient);
  first.server.answer("listRooms", refuse("unavailable"));
  const page = await first.reload();
  await page.bubble("Rămas 1");
  page.server.answer("publishMessage");
  page.server.answer("listRooms");
  await page.pass(60_000);
  await page.row(10_001);
  await vi.waitFor(
    () => expect(page.server.world.rooms.get(10_001)?.messages.at(-1)?.message).toBe("Rămas 1"),
    patient,
  );
  const sent = page.server.world.rooms.get(10_001)?.messages.filter(({ message }) => message === "Rămas 1");
  expect(sent).toHaveLength(1);
  expect(page.bubbles("Rămas 1")).toHaveLength(1);
});
