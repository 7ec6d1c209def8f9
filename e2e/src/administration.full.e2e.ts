import { describe, expect, test } from "vitest";
import { signedIn } from "./people.ts";
import { startStage } from "./stage.ts";

const stage = await startStage();
const { product, browser } = stage;

/** Every call that needs `users.manage`, with an unknown account: the refusal must not depend on the account. */
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

describe("an operator without users.manage", () => {
  test("[ADM-7] has no menu entry and no page, and every call is refused", async () => {
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
