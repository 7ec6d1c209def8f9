import { expect, test } from "vitest";
import { mountPage, radu } from "../testing/mounted.tsx";

test("[MSG-2] a message written and sent with Enter is stored, and its answer comes live", async () => {
  const { user, row, composer, bubble, server, live } = await mountPage();
  await user.click(await row(10_001));
  await user.type(await composer(), "Mai este?{Enter}");
  const own = await bubble("Mai este?");
  await expect.poll(() => own.textContent).toMatch(/Trimis/);
  await live("ChatMessage", server.world.say(radu, 10_001, "Da, două bucăți."));
  await bubble("Da, două bucăți.");
});
