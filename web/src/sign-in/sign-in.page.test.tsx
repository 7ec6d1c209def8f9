import { expect, test } from "vitest";
import { mountPage } from "../testing/mounted.tsx";

test("[SIGN-1] the form signs in, and the list of rooms comes", async () => {
  const { user, find, server, address } = await mountPage({ as: null, at: "/login" });
  await user.type(await find("textbox", { name: "Utilizator" }), "ana");
  await user.type(document.querySelector("[name=password]")!, "demo{Enter}");
  await find("link", { name: /Oferta 10001/ });
  expect(server.calls("login").map(({ body }) => body)).toEqual([{ username: "ana", password: "demo" }]);
  expect(address()).toBe("/");
});
