import { describe, expect, test } from "vitest";
import { dialog, openAdministration, openPerson, row, signedInAsAdmin } from "./administering.ts";
import { signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const stage = await startStage();
const { product, browser } = stage;

/** Each call of those who manage accounts: who lacks the permission is refused whatever it names. */
const account = "/api/v1/admin/accounts/987654";
const calls: readonly (readonly [method: string, path: string, body?: object])[] = [
  ["GET", "/api/v1/admin/accounts/1"],
  ["POST", "/api/v1/admin/accounts", { type: "agent", role: "Agent", name: "X", username: "x", access: "invitation" }],
  ["PUT", `${account}/name`, { name: "X", username: "x" }],
  ["PUT", `${account}/role`, { role: "Agent" }],
  ["PUT", `${account}/disabled`, { disabled: true }],
  ["POST", `${account}/access`, { kind: "invitation" }],
  ["POST", `${account}/sign-out`],
  ["GET", "/api/v1/admin/tokens"],
  ["POST", "/api/v1/admin/tokens", { username: "radu", program: "ERP" }],
  ["DELETE", "/api/v1/admin/tokens/987654"],
  ["GET", "/api/v1/admin/installation"],
  ["GET", "/api/v1/audit/1"],
];

describe("an administrator", () => {
  test("[ADM-7][ADM-7a][ADM-3a] may not shut themselves out by it, and is asked before what cannot be undone", async () => {
    const admin = await signedInAsAdmin(stage);
    await openAdministration(admin);
    await admin.getByLabel("Caută după nume sau utilizator").fill("admin");
    await row(admin, "Vlad").first().waitFor({ state: "detached" });
    await row(admin, "admin").first().getByRole("button").click();
    await dialog(admin)
      .getByText(/^Contul tău\. Rolul/)
      .waitFor();
    expect(await dialog(admin).getByRole("button", { name: "Dezactivează" }).count()).toBe(0);
    await dialog(admin).getByRole("button", { name: "Închide" }).click();
    await admin.getByLabel("Caută după nume sau utilizator").fill("mihai");
    await openPerson(admin, "Mihai");
    await dialog(admin).getByRole("button", { name: "Deconectează peste tot" }).click();
    await dialog(admin)
      .getByText(/^Toate autentificările persoanei se încheie/)
      .waitFor();
    await dialog(admin).getByRole("button", { name: "Renunță" }).click();
    const focused = () => admin.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe("Deconectează peste tot");
    await admin.context().close();
  });

  test("[ADM-7] is told what did not load, and it loads by itself once there is a network", async () => {
    const admin = await signedInAsAdmin(stage);
    await openAdministration(admin);
    await admin.route("**/api/v1/admin/installation", (route) => route.abort());
    await admin.getByText("Instalare").click();
    await admin.getByRole("heading", { name: "Nu s-a încărcat" }).waitFor();
    await admin.unroute("**/api/v1/admin/installation");
    await admin.getByText("Ultima copie de siguranță").waitFor();
    await admin.context().close();
  });
});

describe("an operator without users.manage", () => {
  test("[ADM-6][ADM-7] sees no entry and no page, and each call is refused", async () => {
    const radu = await signedIn(browser, product, "radu");
    await radu.getByRole("button", { name: /^Contul tău,/ }).click();
    await radu.getByRole("menuitem", { name: "Contul tău" }).waitFor();
    expect(await radu.getByRole("menuitem", { name: "Administrare" }).count()).toBe(0);
    await radu.goto(`${product.address}/admin`);
    await radu.getByRole("heading", { name: "Pagina asta nu e pe raft" }).waitFor();
    const answers = await radu.evaluate(async (asked) => {
      const headers = { authorization: `Bearer ${localStorage.getItem("token")}`, "content-type": "application/json" };
      return await Promise.all(
        asked.map(async ([method, path, body]) => {
          const sent = body === undefined ? {} : { body: JSON.stringify(body) };
          const { authorization } = headers;
          const answer = await fetch(path, {
            method,
            headers: body === undefined ? { authorization } : headers,
            ...sent,
          });
          return [path, answer.status];
        }),
      );
    }, calls);
    expect(answers).toEqual(calls.map(([, path]) => [path, 403]));
  });
});
