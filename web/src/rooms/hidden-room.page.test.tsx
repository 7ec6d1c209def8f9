import { expect, test } from "vitest";
import { mountPage, refuse } from "../testing/mounted.tsx";

test.each(["/view/oferta.10009", "/join/10009"])(
  "[ROOM-4] a room that one may not know of says so without telling more, at %s",
  async (at) => {
    const page = await mountPage({ at, before: (server) => server.answer("joinRoom", refuse("not_found")) });
    await page.screen.findByText(/Nu găsim discuția/);
    expect(location.pathname).toBe(at);
  },
);
