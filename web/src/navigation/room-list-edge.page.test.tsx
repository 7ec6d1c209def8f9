import { expect, test } from "vitest";
import { mountPage } from "../testing/mounted.tsx";

test("[LIST-10] keys on its edge resize the list within its limits, and the device remembers it", async () => {
  const { user, find } = await mountPage({ as: "radu" });
  const edge = await find("separator", { name: "Lățimea listei de discuții" });
  const page = document.documentElement.style;
  edge.focus();
  const after = async (keys: string): Promise<(string | null)[]> => {
    await user.keyboard(keys);
    return [page.getPropertyValue("--rooms-pane"), localStorage.getItem("cuplaj.rooms-width")];
  };
  expect(await after("{Home}")).toEqual(["280px", "280"]);
  // happy-dom has no layout, so the list counts as 800 px wide.
  expect(await after("{ArrowLeft}")).toEqual(["560px", "560"]);
  expect(await after("{Alt>}{Home}{/Alt}")).toEqual(["560px", "560"]);
  page.removeProperty("--rooms-pane");
});
