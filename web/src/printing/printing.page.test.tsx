import { act, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { mountPage, radu, refuse } from "../testing/mounted.tsx";

const at = "/view/oferta.10001";
const paper = (): HTMLElement | null => document.querySelector("[data-printed]");

function countPrints() {
  const print = vi.fn<() => void>();
  Object.assign(window, { print });
  return print;
}

const donePrinting = (): Promise<void> => act(async () => void window.dispatchEvent(new Event("afterprint")));

test.each([
  ["ro", "Opțiunile discuției", "Tipărește", /Total de plată/],
  ["en", "Conversation options", "Print", /Total due|Total to pay/],
] as const)("[PRINT-1] the room's menu prints too (%s)", async (language, menu, item, said) => {
  const { user, find, composer } = await mountPage({
    at,
    language,
    before: ({ world }) => void (world.user = { ...world.user, locale: language }),
  });
  const print = countPrints();
  await composer();
  await user.click(await find("button", { name: menu }));
  await user.click(await find("menuitem", { name: item }));
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(paper()?.textContent).toMatch(said);
  expect(paper()?.textContent).toContain("v-am trimis oferta 10001");
  await donePrinting();
  expect(paper()).toBeNull();
});

test("[PRINT-2] a failure offers a retry, and closing it prints nothing", async () => {
  const { user, find, screen, server, composer } = await mountPage({
    at,
    before: ({ world }) => {
      for (let seq = 3; seq <= 55; seq += 1) world.say(radu, 10_001, `Veche ${seq}`);
    },
  });
  const print = countPrints();
  await composer();
  server.answer("listMessages", refuse("forbidden"));
  await user.keyboard("{Control>}p{/Control}");
  await screen.findByText("Nu s-a încărcat tot ce e de tipărit");
  server.answer("listMessages", undefined);
  // Holds back further pages until printing is cancelled.
  const release = server.hold("listMessages");
  // The list offers the same for its own pages.
  await user.click(within(await find("dialog")).getByRole("button", { name: "Încearcă din nou" }));
  await find("progressbar");
  await user.click(await find("button", { name: "Renunță" }));
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  const asked = server.calls("listMessages").length;
  release();
  await user.keyboard("{Control>}p{/Control}");
  await expect.poll(() => print.mock.calls.length).toBe(1);
  expect(server.calls("listMessages").length).toBeGreaterThan(asked);
  await donePrinting();
  expect(paper()).toBeNull();
});
