import { expect, test } from "vitest";
import { mountPage, refuse } from "../testing/mounted.tsx";

test.each(["/view/oferta.10009", "/join/10009"])(
  "[ROOM-4] a hidden room shows only that it cannot be opened, at %s",
  async (at) => {
    const page = await mountPage({ at, before: (server) => server.answer("joinRoom", refuse("not_found")) });
    await page.screen.findByText(/Nu găsim discuția/);
    expect(location.pathname).toBe(at);
  },
);

test.each([
  ["ana", /^Nu găsim discuția/, true],
  ["radu", /^Oferta nu are încă discuție/, false],
] as const)("[ROOM-4] at an offer without a conversation, %s see what they can do", async (as, title, asks) => {
  const page = await mountPage({ as, at: "/view/10099" });
  await page.screen.findByText(title);
  expect(page.screen.queryByText(/întreabă operatorul/) !== null).toBe(asks);
});
