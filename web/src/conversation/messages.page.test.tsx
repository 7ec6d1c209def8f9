import { expect, test } from "vitest";
import { mountPage, radu } from "../testing/mounted.tsx";

test("[MSG-2] a message sent with Enter is stored, and its echo comes live", async () => {
  const { user, row, composer, bubble, server, live } = await mountPage();
  await user.click(await row(10_001));
  await user.type(await composer(), "Mai este?{Enter}");
  const own = await bubble("Mai este?");
  await expect.poll(() => own.textContent).toMatch(/Trimis/);
  await live("ChatMessage", server.world.say(radu, 10_001, "Da, două bucăți."));
  await bubble("Da, două bucăți.");
});

test("[ACT-7] several messages are copied one per line, with time and name, and part of one as selected", async () => {
  const { user, bubble, find } = await mountPage({ at: "/view/oferta.10001" });
  const [asked, answered] = [await bubble("ce preț au discurile"), await bubble("v-am trimis oferta")];
  (await find("region", { name: /^Mesaje din/ })).focus();
  const copied = async (from: Element, to: Element): Promise<string | undefined> => {
    const [start, end] = [from.querySelector("p")!.firstChild!, to.querySelector("p")!.firstChild!];
    getSelection()!.setBaseAndExtent(start, 5, end, 9);
    return (await user.copy())?.getData("text/plain");
  };
  const when = String.raw`\[\d+ \S+ \d{4} la \d\d:\d\d\]`;
  expect(await copied(asked, answered)).toMatch(
    new RegExp(
      String.raw`^${when} Ana Popescu: Bună ziua, ce preț au discurile pentru .*\?\n${when} Radu Marin: Bună ziua, v-am trimis oferta 10001\.$`,
      "u",
    ),
  );
  expect(await copied(asked, asked)).toBe("ziua");
});
