import { expect, test, vi } from "vitest";
import { mountPage } from "../testing/mounted.tsx";

test("[CONN-5a] the banner says that writing is still possible, and, if the browser has no network, that there is no internet", async () => {
  const page = await mountPage({ at: "/view/oferta.10001" });
  await page.composer();
  const words = () => document.querySelector("[data-connection] span")?.textContent ?? null;
  await page.connection("lost");
  await page.pass(4999);
  expect(words()).toBeNull();
  await page.pass(1);
  expect(words()).toBe("Fără conexiune. Poți scrie: mesajele pleacă singure când revine.");
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  window.dispatchEvent(new Event("offline"));
  await page.screen.findByText("Fără internet. Poți scrie: mesajele pleacă singure când revine.");
  network.mockRestore();
  window.dispatchEvent(new Event("online"));
  await page.screen.findByText(/^Fără conexiune\./);
  const before = page.asked("reconnect-now").length;
  await page.user.click(await page.find("button", { name: "Încearcă acum" }));
  expect(page.asked("reconnect-now")).toHaveLength(before + 1);
  await page.connection("online");
  expect(words()).toBeNull();
});
