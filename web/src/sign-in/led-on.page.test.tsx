import { expect, test } from "vitest";
import { mountPage } from "../testing/mounted.tsx";
import { fillSignIn } from "../testing/page-acts.ts";
import { publicSettings } from "../testing/public-settings.ts";

test("[SIGN-1a] ERP users find their sign-in from the customers' refusal, with their name filled in", async () => {
  const page = await mountPage({ as: null, at: "/login" });
  await fillSignIn(page, "radu", "demo");
  await page.user.click(await page.find("button", { name: "Autentificare ERP" }));
  await page.find("heading", { name: "Autentificare ERP" });
  expect(page.screen.getByLabelText<HTMLInputElement>("Utilizator").value).toBe("radu");
});

test("[WEB-6] the address that ERP users guess redirects to their sign-in", async () => {
  const page = await mountPage({ as: null, at: "/erp/login" });
  await page.find("heading", { name: "Autentificare ERP" });
  expect(location.pathname).toBe("/login");
});

test.each([
  ["ro", "Ai uitat parola?", "Sună la depozit, la 0722."],
  ["en", "Forgotten your password?", "Call the warehouse, 0722."],
] as const)(
  "[WEB-7] people who forgot their password get the installation's instructions, in %s",
  async (language, question, said) => {
    const forgotten_password_text = { ro: "Sună la depozit, la 0722.", en: "Call the warehouse, 0722." };
    const { user, screen } = await mountPage({
      ...{ as: null, at: "/login", language },
      before: (server) => server.answer("settings", { ...publicSettings, forgotten_password_text }),
    });
    await user.click(await screen.findByText(question));
    await screen.findByText(said);
  },
);
