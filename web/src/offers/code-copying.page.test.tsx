import { within } from "@testing-library/react";
import { expect, test } from "vitest";
import { devices, standOn } from "../testing/media.ts";
import { mountPage, radu } from "../testing/mounted.tsx";

test("[OFF-4] a code is copied as displayed, with feedback where it was pressed", async () => {
  standOn(devices.desk);
  const page = await mountPage({
    at: "/view/oferta.10001",
    before: ({ world }) => void world.say(radu, 10_001, "Kit: 1K0-615-301-AA, B123ANA"),
  });
  const { user, bubble, find } = page;
  const offer = await find("region", { name: "Ofertă" });
  await within(offer).findByText("B 123 ANA");
  const message = await bubble("Kit:");
  const copied = (): Promise<string> => navigator.clipboard.readText();
  await user.click(within(message).getByRole("button", { name: "Copiază codul 1K0-615-301-AA" }));
  await within(message).findByText("Cod copiat: 1K0-615-301-AA");
  expect(await copied()).toBe("1K0-615-301-AA");
  await expect.poll(() => within(message).queryByText("Cod copiat: 1K0-615-301-AA")).toBeNull();
  await user.click(within(offer).getByRole("button", { name: "Copiază numărul B 123 ANA" }));
  await within(offer).findByText("Număr copiat: B 123 ANA");
  expect(await copied()).toBe("B 123 ANA");
});
