import { expect, test } from "vitest";
import type { OwnMail } from "@cuplaj/protocol/mail.ts";
import { type MountedPage, mountPage, refuse } from "../../testing/mounted.tsx";
import { linkOf } from "./mail-screen.tsx";

const none: OwnMail = { address: null, pending: null, is_wanted: true, bounced_at: null };

async function openAccount(own: OwnMail | null): Promise<MountedPage> {
  const page = await mountPage({ before: ({ answer }) => answer("viewMail", { mail: own }) });
  await page.user.click(await page.find("button", { name: /^Contul tău,/ }));
  await page.user.click(await page.find("menuitem", { name: "Contul tău" }));
  await page.screen.findByText("Dispozitivele tale");
  return page;
}

test("[POST-3][POST-4][POST-5] a link's fragment says what it is for", () => {
  expect(linkOf("abc_-1.oferta.10001")).toEqual({ use: "open", token: "abc_-1", room: "oferta.10001" });
  expect(linkOf("abc.cerere.3")).toEqual({ use: "open", token: "abc", room: "cerere.3" });
  expect(linkOf("off=7.abc")).toEqual({ use: "stop", token: "7.abc", room: "" });
  for (const token of ["abc", "abc.oferta.x", ""]) expect(linkOf(token)).toEqual({ use: "confirm", token, room: "" });
});

test("[POST-1a] the section is missing where no e-mail is sent", async () => {
  const { screen } = await openAccount(null);
  expect(screen.queryByRole("heading", { name: "E-mail" })).toBeNull();
});

test("[POST-1] an address is checked, sent, and refused in words", async () => {
  const { user, find, screen, server } = await openAccount(none);
  const field = await screen.findByLabelText("Adresa ta de e-mail");
  await user.type(field, "ana@");
  await user.click(await find("button", { name: "Salvează adresa" }));
  await screen.findByText("Scrie o adresă de e-mail întreagă.");
  expect(server.calls("changeMail")).toEqual([]);
  server.answer("changeMail", refuse("too_many_requests"), 1);
  await user.type(field, "atelier.ro");
  await user.click(await find("button", { name: "Salvează adresa" }));
  await screen.findByText("Abia ți-am trimis un e-mail. Mai încearcă peste un minut.");
  server.answer("changeMail", { mail: { ...none, pending: "ana@atelier.ro" } });
  await user.click(await find("button", { name: "Salvează adresa" }));
  await screen.findByText(/Ți-am trimis un e-mail la ana@atelier\.ro/);
  expect(server.calls("changeMail").map(({ body }) => body)).toEqual([
    { address: "ana@atelier.ro" },
    { address: "ana@atelier.ro" },
  ]);
});

test("[POST-1] a change without a connection is refused at once", async () => {
  const page = await openAccount(none);
  await page.user.type(await page.screen.findByLabelText("Adresa ta de e-mail"), "ana@atelier.ro");
  await page.connection("lost");
  await page.user.click(await page.find("button", { name: "Salvează adresa" }));
  expect((await page.find("alert")).textContent).toContain("Fără conexiune la server.");
  expect(page.server.calls("changeMail")).toEqual([]);
});

test("[POST-2][POST-2a] a waiting address can be sent again or cancelled, and a returned e-mail is explained", async () => {
  const own = { ...none, address: "ana@vechi.ro", pending: "ana@nou.ro", bounced_at: "2026-12-01T10:00:00.000Z" };
  const { user, find, screen, server } = await openAccount(own);
  await screen.findByText(/E-mailul trimis la ana@vechi\.ro s-a întors/);
  server.answer("changeMail", { mail: own });
  await user.click(await find("button", { name: "Trimite din nou" }));
  await user.click(await find("button", { name: "Renunță la schimbare" }));
  expect(server.calls("changeMail").map(({ body }) => body)).toEqual([
    { address: "ana@nou.ro" },
    { address: "ana@vechi.ro" },
  ]);
});

test("[POST-1] a person turns e-mails off, and removes the address", async () => {
  const { user, find, screen, server } = await openAccount({ ...none, address: "ana@atelier.ro" });
  server.answer("changeMail", { mail: { ...none, address: "ana@atelier.ro", is_wanted: false } });
  await user.click(await find("checkbox", { name: "Trimite-mi pe e-mail mesajele necitite" }));
  await expect.poll(() => screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
  server.answer("changeMail", { mail: none });
  await user.click(await find("button", { name: "Șterge adresa" }));
  await expect.poll(() => screen.queryByRole("checkbox")).toBeNull();
  expect(server.calls("changeMail").map(({ body }) => body)).toEqual([{ is_wanted: false }, { address: null }]);
});

test("[POST-1] an address that does not load is asked for again", async () => {
  const page = await mountPage({ before: ({ answer }) => answer("viewMail", refuse("forbidden")) });
  await page.user.click(await page.find("button", { name: /^Contul tău,/ }));
  await page.user.click(await page.find("menuitem", { name: "Contul tău" }));
  await page.screen.findByText("Adresa de e-mail nu s-a încărcat");
  page.server.answer("viewMail", { mail: none });
  await page.user.click(await page.find("button", { name: "Încearcă din nou" }));
  await page.screen.findByLabelText("Adresa ta de e-mail");
});
