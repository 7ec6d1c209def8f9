import { act, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { systemClock } from "../platform/clock.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { mountPage, refuse } from "../testing/mounted.tsx";
import { fillSignIn } from "../testing/page-acts.ts";

async function refused() {
  const page = await mountPage({
    as: null,
    at: "/login",
    before: (server) => server.answer("login", refuse("too_many_requests", { retryAfter: "3" })),
  });
  const clock = createFakeClock();
  let backMs = 0;
  vi.spyOn(systemClock, "now").mockImplementation(() => clock.now() - backMs);
  vi.spyOn(systemClock, "later").mockImplementation(clock.later);
  await fillSignIn(page, "ana", "demo");
  const alert = await page.find("alert");
  return {
    ...page,
    passTime: (ms: number) => act(async () => clock.pass(ms)),
    putBack: (ms: number) => void (backMs += ms),
    shown: () => alert.querySelector("span[aria-hidden]")?.textContent,
    read: () => within(alert).getByRole("status").textContent,
    press: async () => page.user.click(await page.find("button", { name: "Intră în cont" })),
    tries: () => page.server.calls("login").length,
  };
}

const wait = (time: string): string => `Prea multe încercări. Așteaptă ${time} și încearcă din nou.`;
const over = "Acum poți încerca din nou.";

test("[WEB-12] the seconds count down, are announced once, and the button works when they are over", async () => {
  const page = await refused();
  expect([page.shown(), page.read()]).toEqual([wait("3 secunde"), wait("3 secunde")]);
  await page.passTime(2000);
  await page.press();
  await page.user.type(page.screen.getByLabelText("Parolă"), "{Enter}");
  expect([page.shown(), page.read(), page.tries()]).toEqual([wait("o secundă"), wait("3 secunde"), 1]);
  await page.passTime(1000);
  expect([page.shown(), page.read()]).toEqual([over, over]);
  await page.press();
  expect(page.tries()).toBe(2);
});

test("[WEB-12] somebody else can sign in during the wait", async () => {
  const page = await refused();
  await page.user.type(page.screen.getByLabelText("Utilizator"), "bela");
  await page.press();
  expect(page.tries()).toBe(2);
});

test("[WEB-12][WAIT-1] a clock set back ends the wait", async () => {
  const page = await refused();
  page.putBack(60_000);
  await page.passTime(1000);
  await page.press();
  expect(page.tries()).toBe(2);
});
