import type { User } from "@cuplaj/protocol/participant.ts";
import { expect, test } from "vitest";
import { mountPage, refuse } from "../testing/mounted.tsx";
import { fillSignIn } from "../testing/page-acts.ts";
import { users } from "../testing/scripted-world.ts";

test("[SIGN-4] an invitation also works while somebody else is signed in, and replaces their session", async () => {
  const page = await mountPage({
    at: "/invite#the-token",
    before: (server) => {
      server.answer("viewInvitation", { invited: { name: "Mia Stan", username: "mia" } });
      server.answer("acceptInvitation", () => {
        server.world.user = users.mia;
        return { token: "mias-token", user: users.mia };
      });
    },
  });
  const { user, find, screen, server } = page;
  await find("heading", { name: "Alege-ți parola" });
  expect([location.pathname, location.hash]).toEqual(["/invite", ""]);
  await screen.findByText("Bun venit, Mia Stan");
  const username = screen.getByLabelText<HTMLInputElement>("Utilizator");
  expect([username.value, username.readOnly, username.autocomplete]).toEqual(["mia", true, "username"]);
  await user.type(screen.getByLabelText("Parola nouă"), "scurt");
  await user.click(await find("button", { name: "Intră în cont" }));
  await screen.findByText("Scrie cel puțin 8 caractere.");
  expect(server.calls("acceptInvitation")).toEqual([]);
  await user.type(screen.getByLabelText("Parola nouă"), " dar mai lungă");
  await user.click(await find("button", { name: "Intră în cont" }));
  await find("button", { name: /^Contul tău, Mia/ });
  expect(server.calls("acceptInvitation").map(({ body }) => body)).toEqual([
    { invitation: "the-token", password: "scurt dar mai lungă" },
  ]);
  expect(localStorage.getItem("token")).toBe("mias-token");
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain("the-token");
});

test.each(["ana", null] as const)(
  "[SIGN-4] an expired invitation is reported instead of the form, at once or after choosing a password (signed in: %s)",
  async (as) => {
    const ended = refuse("invitation_ended");
    const before = await mountPage({ as, at: "/invite#x", before: ({ answer }) => answer("viewInvitation", ended) });
    await before.screen.findByText(/^Invitația nu mai e valabilă/);
    expect(before.screen.queryByLabelText("Parola nouă")).toBeNull();

    const { user, find, screen } = await mountPage({
      as,
      at: "/invite#y",
      before: ({ answer }) => {
        answer("viewInvitation", { invited: { name: "Mia Stan", username: "mia" } });
        answer("viewInvitation", "offline", 1);
        answer("acceptInvitation", ended);
      },
    });
    await user.click(await find("button", { name: "Încearcă din nou" }));
    await user.type(await screen.findByLabelText("Parola nouă"), "destul de lungă{Enter}");
    await screen.findByText(/^Invitația nu mai e valabilă/);
    expect(screen.queryByLabelText("Parola nouă")).toBeNull();
  },
);

test("[SIGN-6] a temporary password shows one screen until it is changed, even after a reload, and then continues", async () => {
  const temporary: User = { ...users.ana, has_temporary_password: true };
  const first = await mountPage({
    ...{ as: null, at: "/login" },
    before: (server) => {
      server.answer("login", () => {
        server.world.user = temporary;
        return { token: "anas-token", user: temporary };
      });
      server.answer("changePassword", () => {
        server.world.user = users.ana;
        return { changed: true as const };
      });
    },
  });
  await fillSignIn(first, "ana", "cea-temporară");
  await first.find("heading", { name: "Alege-ți parola" });
  const page = await first.reload("/view/oferta.10001");
  const { user, find, screen, server } = page;
  await find("heading", { name: "Alege-ți parola" });
  expect(server.calls("listRooms")).toEqual([]);
  await user.type(screen.getByLabelText("Parola actuală"), "cea-temporară");
  await user.type(screen.getByLabelText("Parola nouă"), "una a mea");
  await user.click(await find("button", { name: "Schimbă parola" }));
  await page.composer();
  await page.row(10_001);
  expect(page.address()).toBe("/view/oferta.10001");
});
