import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { devices, standOn } from "../testing/media.ts";
import { mountPage } from "../testing/mounted.tsx";
import { listWithout } from "../testing/scripted-list.ts";

test("[SYNC-8a] a requested offer and room load by themselves when the network is back", async () => {
  standOn(devices.desk);
  const { user, find, row, server, connection, address, screen } = await mountPage({
    at: "/view/oferta.10001",
    before: ({ world, answer }) => answer("listRooms", listWithout(world, 10_003)),
  });
  const offer = () => find("region", { name: "Ofertă" });
  await within(await offer()).findByText("Total de plată");
  server.reach(false);
  await connection("lost");
  await user.click(await row(10_002));
  await within(await offer()).findByText("Oferta nu s-a încărcat");
  await user.click(await row(10_001));
  await within(await offer()).findByText("Total de plată");
  await user.click(await row(10_002));
  await within(await offer()).findByText("Oferta nu s-a încărcat");
  await user.click(await find("button", { name: "Oferte" }));
  const dialog = await find("dialog", { name: "Oferte" });
  await user.type(within(dialog).getByRole("searchbox"), "10003{Enter}");
  await within(dialog).findByText(/de îndată ce revine conexiunea/);
  expect(address()).toBe("/view/oferta.10002");
  server.reach(true);
  await connection("online");
  await expect.poll(address).toBe("/view/oferta.10003");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  await user.click(await row(10_002));
  await within(await offer()).findByText("Total de plată");
});
