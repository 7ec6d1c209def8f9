import { expect, test } from "vitest";
import { devices, standOn } from "../testing/media.ts";
import { mountPage } from "../testing/mounted.tsx";

test.each([
  ["a phone's menu offers neither to hide the list nor the keys", "phone", 0],
  ["a desk's menu offers both", "desk", 1],
] as const)("[LIST-4][LOOK-23] %s", async (_words, device, count) => {
  standOn(devices[device]);
  const { user, find, screen } = await mountPage();
  await user.click(await find("button", { name: /^Contul tău,/ }));
  await find("menu");
  for (const name of ["Ascunde lista de discuții", "Taste rapide"])
    expect(screen.queryAllByRole("menuitem", { name })).toHaveLength(count);
});
