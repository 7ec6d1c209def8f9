import { expect, test } from "vitest";
import { mountPage, refuse } from "../testing/mounted.tsx";
import { fillSignIn } from "../testing/page-acts.ts";
import { publicSettings } from "../testing/public-settings.ts";

test("[SIGN-1] the form signs in, and the list of rooms loads", async () => {
  const page = await mountPage({ as: null, at: "/login" });
  await fillSignIn(page, "ana", "demo");
  await page.row(10_001);
  expect(page.server.calls("login").map(({ body }) => body)).toEqual([{ username: "ana", password: "demo" }]);
  expect(page.address()).toBe("/");
  expect(localStorage.getItem("token")).toBe("anas-token");
});

test.each([
  ["ro", "Utilizator sau parolă greșită."],
  ["en", "Wrong username or password."],
] as const)("[SIGN-1a] a wrong password is reported in place, in %s", async (language, said) => {
  const page = await mountPage({ as: null, at: "/login", language });
  await fillSignIn(page, "ana", "greșit");
  expect((await page.find("alert")).textContent).toContain(said);
  expect(localStorage.getItem("token")).toBeNull();
  expect(page.screen.getByLabelText<HTMLInputElement>(/^(Utilizator|Username)$/).value).toBe("ana");
});

test("[SIGN-1] empty fields are reported before anything is sent", async () => {
  const { user, find, screen, server } = await mountPage({ as: null, at: "/login" });
  await user.click(await find("button", { name: "Intră în cont" }));
  await screen.findByText("Scrie numele de utilizator.");
  await screen.findByText("Scrie parola.");
  expect(document.activeElement).toBe(screen.getByLabelText("Utilizator"));
  expect(server.calls("login")).toEqual([]);
});

test("[WEB-6] the ERP sign-in is one click away and remembered", async () => {
  const first = await mountPage({ as: null, at: "/login" });
  await first.user.click(await first.find("button", { name: /Lucrezi în ERP/ }));
  await first.find("heading", { name: "Autentificare ERP" });
  const page = await first.reload();
  await page.find("heading", { name: "Autentificare ERP" });
  await fillSignIn(page, "radu", "demo");
  await page.row(10_001);
  expect(page.server.calls("erpLogin")).toHaveLength(1);
  expect(page.server.calls("login")).toEqual([]);
});

test.each([
  "//example.org",
  "/\\example.org",
  "https://example.org/",
  "javascript:document.title='x'",
  "/unknown",
  "/%2f/example.org",
])("[GUARD-2] %s as `from` redirects home", async (from) => {
  const page = await mountPage({ as: null, at: `/login?from=${encodeURIComponent(from)}` });
  await fillSignIn(page, "ana", "demo");
  await page.row(10_001);
  expect(location.href).toBe(`${location.origin}/`);
});

test("[GUARD-1] the requested page opens after signing in", async () => {
  const page = await mountPage({ as: null, at: "/view/oferta.10002?x=1" });
  await page.screen.findByLabelText("Utilizator");
  expect(location.pathname).toBe("/login");
  expect(new URLSearchParams(location.search).get("from")).toContain("/view/oferta.10002");
  await fillSignIn(page, "ana", "demo");
  await page.composer();
  expect(location.pathname).toBe("/view/oferta.10002");
});

test("[GUARD-2] a signed-in person who opens the sign-in page is redirected home", async () => {
  const page = await mountPage({ at: "/login" });
  await page.row(10_001);
  expect(page.address()).toBe("/");
});

test("[GUARD-3] a 401 on any call redirects to sign-in, even without a live connection", async () => {
  const page = await mountPage({ at: "/view/oferta.10001", connects: false });
  await page.user.type(await page.composer(), "Trimis prea târziu");
  page.server.answer("publishMessage", refuse("unauthenticated"));
  await page.user.keyboard("{Enter}");
  await page.screen.findByLabelText("Utilizator");
  expect(new URLSearchParams(location.search).get("from")).toBe("/view/oferta.10001");
  expect(localStorage.getItem("token")).toBeNull();
});

test("[RUN-9b] a demo account shows who it is and what to try, and signs in with one click", async () => {
  const demo_accounts = [
    { username: "ana", name: "Ana Popescu", type: "customer" },
    { username: "radu", name: "Radu Marin", type: "erp" },
  ];
  const page = await mountPage({
    ...{ as: null, at: "/login" },
    before: (server) => server.answer("settings", { ...publicSettings, demo_accounts }),
  });
  const button = await page.find("button", { name: /radu/ });
  expect(button.textContent).toBe("radu Radu Marin, operator ERP Răspunde-i Anei la oferta 10001: așteaptă.");
  await page.user.click(button);
  await page.row(10_001);
  expect(page.server.calls("erpLogin").map(({ body }) => body)).toEqual([{ username: "radu", password: "demo" }]);
});
