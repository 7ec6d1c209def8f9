import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, test, vi } from "vitest";
import { mountPage } from "../testing/mounted.tsx";

test("[MSG-2a] a message whose response was lost waits with its text, and is sent again under its own id", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  const { server } = page;
  await page.connection("lost");
  // The server stores the message, but the response is lost.
  const lost = server.world.rooms.get(10_001)!;
  server.answer(
    "publishMessage",
    ({ body }) => {
      server.world.say(server.world.user, 10_001, body.message, { client_id: body.client_id });
      return "offline";
    },
    1,
  );
  await page.user.type(await page.composer(), "Trimis din hală, fără semnal{Enter}");
  await vi.waitFor(
    async () => expect((await page.bubble("fără semnal")).textContent).toContain("Așteaptă serverul"),
    patient,
  );
  await page.connection("online");
  await page.pass(30_000);
  await vi.waitFor(async () => expect((await page.bubble("fără semnal")).textContent).toMatch(/Trimis\b/), patient);
  expect(page.bubbles("fără semnal")).toHaveLength(1);
  expect(lost.messages.filter(({ message }) => message.includes("fără semnal"))).toHaveLength(1);
});
