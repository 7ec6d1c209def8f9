import type { Installation, ManagedAccount } from "@cuplaj/protocol/admin.ts";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type MountedPage, mountPage, radu, refuse } from "../testing/mounted.tsx";
import type { ScriptedServer } from "../testing/scripted-server.ts";
import { mia } from "../testing/scripted-world.ts";

const account = (given: Pick<ManagedAccount, "id" | "name" | "type">, role: string): ManagedAccount => ({
  ...{ username: given.name.toLowerCase(), roles: [role], state: "active", has_temporary_password: false },
  ...{ has_second_factor: false, is_invited: false, sign_ins: 1, last_used_at: null },
  ...{ mail_address: null, mail_bounced_at: null, ...given },
});

const installation: Installation = {
  ...{ version: "1", postgresql: "18.1", migration: "0100", database_bytes: 1, accounts: 2, rooms: 3, messages: 6 },
  ...{ files: 0, file_bytes: 0, last_backup_at: null, takes_writes: true, bus: "up" },
};

function manage(server: ScriptedServer): void {
  const { world } = server;
  const [role] = world.user.roles;
  const permissions = [...(role?.permissions ?? []), "users.manage", "audit.view"];
  world.user = { ...world.user, roles: [{ name: "Administrator", permissions }] };
  const accounts = [account(mia, "Agent"), account(radu, "Administrator")];
  server.answer("listAccounts", { accounts, total: accounts.length, page: 1 });
  server.answer("viewInstallation", installation);
}

async function openAdministration(before: (server: ScriptedServer) => void = () => undefined): Promise<MountedPage> {
  const page = await mountPage({
    as: "radu",
    before: (server) => {
      manage(server);
      before(server);
    },
  });
  await page.user.click(await page.find("button", { name: /^Contul tău,/ }));
  await page.user.click(await page.find("menuitem", { name: "Administrare" }));
  await page.find("heading", { name: "Administrare" });
  return page;
}

test("[ADM-7][ADM-7a] administrators cannot lock themselves out, and confirm anything irreversible", async () => {
  const page = await openAdministration();
  const { user, find, screen } = page;
  await user.click(await find("button", { name: /Radu Marin/ }));
  await within(await find("dialog")).findByText(/^Contul tău\. Rolul/);
  expect(screen.queryByRole("button", { name: "Dezactivează" })).toBeNull();
  await user.click(await find("button", { name: "Închide" }));
  await user.click(await find("button", { name: /Mia Stan/ }));
  await user.click(await find("button", { name: "Deconectează peste tot" }));
  await screen.findByText(/^Toate autentificările persoanei se încheie/);
  await user.click(await find("button", { name: "Renunță" }));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Deconectează peste tot"), patient);
  expect(page.server.calls("signOutAccount")).toEqual([]);
});

test("[POST-8] an administrator sees a returned e-mail, and sets the address", async () => {
  const { user, find, screen, server } = await openAdministration((given) => {
    const bounced = {
      ...account(mia, "Agent"),
      mail_address: "mia@vechi.ro",
      mail_bounced_at: "2026-12-01T10:00:00.000Z",
    };
    given.answer("listAccounts", { accounts: [bounced], total: 1, page: 1 });
  });
  await user.click(await find("button", { name: /Mia Stan.*E-mail respins/ }));
  await screen.findByText("Ultimul e-mail trimis aici s-a întors.");
  const field = await screen.findByLabelText("Adresă de e-mail");
  await user.clear(field);
  await user.type(field, "mia@");
  server.answer("setAccountMail", refuse("invalid", { errors: { address: ["not_valid"] } }), 1);
  await user.click(await find("button", { name: "Salvează adresa" }));
  await screen.findByText("Scrie o adresă de e-mail întreagă.");
  server.answer("setAccountMail", { account: { ...account(mia, "Agent"), mail_address: "mia@nou.ro" } });
  await user.type(field, "nou.ro");
  await user.click(await find("button", { name: "Salvează adresa" }));
  await screen.findByText("Adresa de e-mail e schimbată.");
  expect(server.calls("setAccountMail").map(({ body }) => body)).toEqual([
    { address: "mia@" },
    { address: "mia@nou.ro" },
  ]);
});

test("[ADM-7] a failed section is reported, and loads once there is a network", async () => {
  const { user, find, screen, server, pass } = await openAdministration();
  server.answer("viewInstallation", "offline");
  await user.click(await screen.findByText("Instalare"));
  await find("heading", { name: "Nu s-a încărcat" });
  server.answer("viewInstallation", installation);
  await pass(30_000);
  await screen.findByText("Ultima copie de siguranță");
});

test("[ADM-7g][ADM-4a] a change that needs the password asks for it and the code in place, and is then made", async () => {
  const page = await openAdministration();
  const { user, find, screen, server } = page;
  const token = {
    id: 4,
    username: "erp",
    program: "Al lui Mia",
    created_at: "2026-11-20T07:30:00.000Z",
    last_used_at: null,
  };
  server.answer("giveAccess", refuse("proof_required"));
  server.answer("signOutAccount", { account: account(mia, "Agent"), tokens: [token] });
  await user.click(await find("button", { name: /Mia Stan/ }));
  await user.click(await find("button", { name: "Link de invitație" }));
  const password = await screen.findByLabelText("Parola ta");
  await vi.waitFor(() => expect(document.activeElement).toBe(password), patient);
  server.answer("proveSelf", refuse("invalid", { errors: { code: ["required"] } }));
  await user.keyboard("parola{Enter}");
  const code = await screen.findByLabelText("Codul din telefon");
  await vi.waitFor(() => expect(document.activeElement).toBe(code), patient);
  server.answer("proveSelf", { proven: true });
  const access = { kind: "invitation", secret: "s".repeat(32), expires_at: null } as const;
  server.answer("giveAccess", { account: account(mia, "Agent"), access });
  await user.keyboard("123456{Enter}");
  await screen.findByText(/^Linkul e bun o dată/);
  expect(server.calls("proveSelf").map(({ body }) => body)).toEqual([
    { password: "parola" },
    { password: "parola", code: "123456" },
  ]);
  expect(server.calls("giveAccess")).toHaveLength(2);
  await user.click(await find("button", { name: "Deconectează peste tot" }));
  await user.click(
    within(await find("group", { name: "Deconectează peste tot" })).getAllByRole("button")[0] as HTMLElement,
  );
  await screen.findByText("Al lui Mia");
});

test("[ADM-7h] the audit log describes in words how somebody signed in, with details", async () => {
  const details = [
    ...(["main", "erp", "two-factor recovery-code", "of-a-newer-server"] as const).map(
      (detail) => ["sign-in.succeeded", detail] as const,
    ),
    ["account.role-changed", "Admin"] as const,
    ["offer.stored", "version 3"] as const,
    ["offer.decided-for", "decline, version 4"] as const,
  ];
  const entries = details.map(([kind, detail], index) => ({
    ...{ id: index + 1, created_at: "2026-01-05T09:00:00.000Z", kind, by: "person" as const, detail },
    ...{ person: { id: mia.id, name: mia.name }, address: null, about: null, times: 1 },
  }));
  const page = await openAdministration();
  page.server.answer("listAudit", { entries, total: entries.length, page: 1 });
  await page.user.click(await page.screen.findByText("Jurnal"));
  const said = (): (string | null)[] => [...document.querySelectorAll("li strong")].map((each) => each.textContent);
  await vi.waitFor(
    () =>
      expect(said()).toEqual([
        "Autentificare ca client sau agent",
        "Autentificare ca operator ERP",
        "Autentificare cu un cod de rezervă",
        "Autentificare of-a-newer-server",
        "Rol schimbat Administrator",
        "Ofertă salvată versiunea 3",
        "Decizie pentru client refuzată, versiunea 4",
      ]),
    patient,
  );
});
