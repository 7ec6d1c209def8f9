import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { devices, standOn } from "../testing/media.ts";
import { mountPage, refuse } from "../testing/mounted.tsx";
import { scriptOffer } from "../testing/scripted-offers.ts";
import { undoMs } from "../state/undo/undo-state.ts";

test("[OFF-1] the offer is next to its conversation, with lines and totals", async () => {
  standOn(devices.desk);
  const page = await mountPage({ at: "/view/oferta.10001" });
  await page.bubble("v-am trimis oferta 10001");
  const offer = await page.find("region", { name: "Ofertă" });
  const { lines, vehicle } = page.server.world.rooms.get(10_001)!.offer;
  await within(offer).findByText(lines[0]!.code);
  await within(offer).findByText(vehicle.vin);
  await within(offer).findByText(/^519,09/);
});

test("[OFF-2] a retry keeps the focus in the pane", async () => {
  standOn(devices.desk);
  const page = await mountPage({
    at: "/view/oferta.10001",
    before: ({ answer }) => answer("viewOffer", refuse("unexpected"), 1),
  });
  const pane = await page.find("region", { name: "Ofertă" });
  const retry = await within(pane).findByRole("button", { name: "Încearcă din nou" });
  const release = page.server.hold("viewOffer");
  retry.focus();
  await page.user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(pane));
  release();
  await within(pane).findByText("Total de plată");
});

test("[OFF-4][LOOK-28] a copied code gives brief feedback at its button, also in a phone's sheet", async () => {
  standOn(devices.phone);
  const { user, find, server } = await mountPage({ at: "/view/oferta.10001" });
  const button = await find("button", { name: "Arată oferta" });
  expect(button.textContent).toBe("Oferta");
  await user.click(button);
  const sheet = within(await find("dialog", { name: "Oferta 10001" }));
  const { code } = server.world.rooms.get(10_001)!.offer.lines[0]!;
  await user.click(await sheet.findByRole("button", { name: `Copiază codul ${code}` }));
  await sheet.findByText(`Cod copiat: ${code}`);
  expect(await navigator.clipboard.readText()).toBe(code);
  await waitFor(() => expect(sheet.queryByText(`Cod copiat: ${code}`)).toBeNull());
});

test("[OFF-9a] Ctrl+Z undoes a decision in the sheet too", async () => {
  standOn(devices.phone);
  const page = await mountPage({ at: "/view/oferta.10001", before: (server) => void scriptOffer(server, 10_001) });
  await page.user.click(await page.find("button", { name: "Arată oferta" }));
  const { code } = page.server.world.rooms.get(10_001)!.offer.lines[0]!;
  const decline = await page.find("button", { name: `Refuză ${code}` });
  const line = decline.closest("li")!;
  decline.focus();
  await page.user.keyboard("{Enter}");
  await within(line).findByText("Refuzată");
  await page.user.keyboard("{Control>}z{/Control}");
  await within(line).findByText("Ofertată");
  await page.pass(undoMs);
  expect(page.server.calls("decideLine")).toEqual([]);
});
