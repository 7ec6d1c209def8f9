import { expect, test } from "vitest";
import { type MountedPage, mountPage } from "../testing/mounted.tsx";

async function openAccount({ user, find }: MountedPage): Promise<void> {
  await user.click(await find("button", { name: /^Contul tău,/ }));
  await user.click(await find("menuitem", { name: "Contul tău" }));
}

test("[ACC-1a] without a connection a change of the password is refused at once", async () => {
  const page = await mountPage();
  const { user, find, screen, server } = page;
  await openAccount(page);
  await user.type(await screen.findByLabelText("Parola actuală"), "demo");
  await user.type(await screen.findByLabelText("Parola nouă"), "ambreiaj nou");
  await page.connection("lost");
  await page.pass(5000);
  await user.click(await find("button", { name: "Schimbă parola" }));
  expect((await find("alert")).textContent).toContain("Fără conexiune la server.");
  expect(server.calls("changePassword")).toEqual([]);
});
