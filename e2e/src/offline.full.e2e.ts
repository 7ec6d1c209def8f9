import { describe, expect, test } from "vitest";
import { bubbles, composer, openRoom, signedIn } from "./people.ts";
import { letter } from "./sample-files.ts";
import { awaitHeld, choose, sentFiles } from "./sending-files.ts";
import { startStage } from "./stage.ts";
import { goOffline } from "./worker-page.ts";

const { product, browser } = await startStage();

describe("without a network", () => {
  test("[ATT-2] a first file chosen offline is stored, and sent when the network is back", async () => {
    const mihai = await signedIn(browser, product, "mihai");
    await openRoom(mihai, 10_006);
    await goOffline(mihai);
    await choose(mihai, { ...letter, name: "prima.pdf" });
    await awaitHeld(mihai);
    await composer(mihai).press("Enter");
    await bubbles(mihai, "prima.pdf").waitFor();
    await mihai.context().setOffline(false);
    const sent = async (): Promise<string[]> => (await sentFiles(mihai, 5)).map(({ name }) => name);
    await expect.poll(sent).toContain("prima.pdf");
  });
});
