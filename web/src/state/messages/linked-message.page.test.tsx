import { expect, test } from "vitest";
import { mountPage, type MountedPage, radu } from "../../testing/mounted.tsx";

/** Opens this address. The room of offer 10001 has six messages; `Veche n` has the `seq` n. */
const openAt = (at: string) =>
  mountPage({
    at,
    before: ({ world }) => {
      for (let seq = 3; seq <= 6; seq += 1) world.say(radu, 10_001, `Veche ${seq}`);
    },
  });

async function expectLed({ bubble }: MountedPage, seq: number): Promise<void> {
  await expect.poll(() => (document.activeElement as HTMLElement | null)?.dataset["seq"]).toBe(String(seq));
  expect((await bubble(`Veche ${seq}`)).dataset["marked"]).toBe("true");
}

test("[OLDER-5] a join link jumps to its message, with the focus on it", async () => {
  await expectLed(await openAt("/join/10001?m=3"), 3);
});

test("[OLDER-5] a link without a message opens the room as usual", async () => {
  const page = await openAt("/view/oferta.10001?m=abc");
  await expect.poll(() => document.activeElement?.tagName).toBe("TEXTAREA");
  await page.bubble("Veche 6");
  expect(document.querySelector("[data-marked=true]")).toBeNull();
});
