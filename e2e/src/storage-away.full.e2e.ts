import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { composer, openRoom, say, signedIn } from "./people.ts";
import { photo } from "./sample-files.ts";
import { choose, expectSent } from "./sending-files.ts";
import { startBoth } from "./stage.ts";

test("[OPS-6a] while the disk of files is away, an idle page warns, messages go, and a chosen file is sent once it is back", async () => {
  const { product, browser } = await startBoth();
  onTestFinished(async () => {
    await browser.close();
    await product.stop();
  });
  const ana = await signedIn(browser, product, "ana");
  await openRoom(ana, 10_001);
  const files = join(product.folder, "files");
  await rename(files, `${files}.away`);
  const note = ana.getByText("Serverul nu poate primi fișiere acum. Cele alese se trimit când va putea.");
  await note.waitFor();
  const readiness = async () => await (await fetch(`${product.address}/readyz`)).json();
  expect(await readiness()).toMatchObject({ ready: true, storage: "away" });
  await say(ana, "merge?");
  const picture = await photo(ana, "placuta.png", 40, 30);
  await choose(ana, picture);
  await composer(ana).press("Enter");
  await ana.getByText("Serverul nu poate primi fișiere acum. Se trimite singur când va putea.").waitFor();
  await rename(`${files}.away`, files);
  await expectSent(ana, "placuta", [picture.name]);
  await note.waitFor({ state: "hidden" });
  expect(await readiness()).toMatchObject({ storage: "up" });
});
