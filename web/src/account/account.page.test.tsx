import { expect, test } from "vitest";
import { type MountedPage, mountPage } from "../testing/mounted.tsx";

async function openAccount({ user, find }: MountedPage): Promise<void> {
  await user.click(await find("button", { name: /^Contul tău,/ }));
  await user.click(await find("menuitem", { name: "Contul tău" }));
}

async function writePasswords(page: MountedPage): Promise<void> {
  await openAccount(page);
  await page.user.type(await page.screen.findByLabelText("Parola actuală"), "demo");
  await page.user.type(await page.screen.findByLabelText("Parola nouă"), "ambreiaj nou");
}

test("[ACC-1] a password change without a connection is refused at once", async () => {
  const page = await mountPage();
  const { user, find, server } = page;
  await writePasswords(page);
  await page.connection("lost");
  await page.pass(5000);
  await user.click(await find("button", { name: "Schimbă parola" }));
  expect((await find("alert")).textContent).toContain("Fără conexiune la server.");
  expect(server.calls("changePassword")).toEqual([]);
});

test.each([
  ["timeout", "Serverul nu a răspuns. Poate că parola s-a schimbat: încearcă întâi cu cea nouă."],
  ["offline", "Fără conexiune la server."],
] as const)(
  "[ACC-1] a password change that ends in %s reports whether it may have been made",
  async (outcome, said) => {
    const page = await mountPage();
    await writePasswords(page);
    page.server.answer("changePassword", outcome);
    await page.user.click(await page.find("button", { name: "Schimbă parola" }));
    expect((await page.find("alert")).textContent).toContain(said);
  },
);
