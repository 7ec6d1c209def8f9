import { expect, test } from "vitest";
import { mountPage, refuse } from "../../testing/mounted.tsx";
import { users } from "../../testing/scripted-world.ts";

const room = { id: 1, name: "oferta.10001", channel: "presence-oferta.10001" };
const guest = {
  ...users.ana,
  only_room: room,
  roles: [{ name: "Link", permissions: ["rooms.view", "messages.publish", "messages.attach"] }],
};

test.each(["ana", null] as const)("[POST-3] an address is confirmed by a press (signed in: %s)", async (as) => {
  const { user, find, screen, server } = await mountPage({
    as,
    at: "/mail#the-token",
    before: ({ answer }) => answer("confirmMail", { address: "ana@atelier.ro" }),
  });
  await find("heading", { name: "Confirmă adresa de e-mail" });
  expect([location.pathname, location.hash, server.calls("confirmMail")]).toEqual(["/mail", "", []]);
  await user.click(await find("button", { name: "Confirmă adresa" }));
  await screen.findByText("Adresa ana@atelier.ro este confirmată.");
  expect(server.calls("confirmMail").map(({ body }) => body)).toEqual([{ link: "the-token" }]);
  await find("link", { name: as === null ? "Intră cu parola" : "Mergi la Cuplaj" });
});

test("[POST-3] a link that has ended says so, and a failing server can be asked again", async () => {
  const { user, find, screen, server } = await mountPage({
    as: null,
    at: "/mail#x",
    before: ({ answer }) => {
      answer("confirmMail", refuse("not_found"));
      answer("confirmMail", "offline", 1);
    },
  });
  await user.click(await find("button", { name: "Confirmă adresa" }));
  await screen.findByText(/Fără conexiune la server/);
  await user.click(await find("button", { name: "Confirmă adresa" }));
  await screen.findByText("Legătura a fost folosită sau a expirat.");
  expect(server.calls("confirmMail")).toHaveLength(2);
});

test("[POST-5] e-mails are stopped by a press", async () => {
  const { user, find, screen, server } = await mountPage({
    as: null,
    at: "/mail#off=7.abc",
    before: ({ answer }) => answer("stopMail", { stopped: true }),
  });
  await user.click(await find("button", { name: "Oprește e-mailurile" }));
  await screen.findByText(/Nu îți mai trimitem e-mailuri/);
  expect(server.calls("stopMail").map(({ params }) => params)).toEqual([{ link: "7.abc" }]);
});

test("[POST-4a] somebody who is signed in opens the conversation with their account", async () => {
  const { user, find, server } = await mountPage({ at: "/m#abc.oferta.10001" });
  await user.click(await find("link", { name: "Deschide discuția" }));
  await expect.poll(() => location.pathname).toBe("/view/oferta.10001");
  expect(server.calls("openMailLink")).toEqual([]);
});

test("[POST-4][POST-6][POST-6a] a link opens its conversation only, in which messages are read and written", async () => {
  const page = await mountPage({
    as: null,
    at: "/m#abc.oferta.10001",
    before: ({ answer, world }) =>
      answer("openMailLink", () => {
        world.user = guest;
        return { token: "link-token", user: guest };
      }),
  });
  const { user, find, screen, server } = page;
  await user.click(await find("button", { name: "Deschide discuția" }));
  await screen.findByText(/Ești aici printr-o legătură din e-mail/);
  await expect.poll(() => location.pathname).toBe("/view/oferta.10001");
  expect(server.calls("openMailLink").map(({ body }) => body)).toEqual([{ link: "abc" }]);
  for (const name of ["Oferte", "Notificări", "Căutare", "Ascunde lista de discuții"])
    expect(screen.queryByRole("button", { name })).toBeNull();
  await user.click(await find("button", { name: /^Contul tău,/ }));
  await find("menuitem", { name: "Închide discuția" });
  expect(screen.queryByRole("menuitem", { name: "Contul tău" })).toBeNull();
  expect(page.asked("connect").map(({ ownChannel }) => ownChannel)).toEqual([room.channel]);
  await page.goTo("/");
  await expect.poll(() => location.pathname).toBe("/view/oferta.10001");
});
