import { afterAll, beforeAll, expect, test } from "vitest";
import { apiAs } from "../api-as.ts";
import type { Reported } from "../framed-page.ts";
import { embedSecret, type HostSite, loaderPage, startHostSite } from "../host-site.ts";
import { type Product, startProduct } from "../start-product.ts";
import { createEnginePage, type EnginePage } from "./engine-page.ts";
import type { Engine } from "./engine.ts";

/** The frame's code, its sign-in and its connection together, on a busy machine, ms. */
const patience = { timeout: 20_000 };

/** Runs in the host's page. */
const openOffer = `(offer) => {
  const settle = (answer) => () => {
    window.answer = answer;
  };
  chat.openOffer(offer).then(settle("done"), settle("failed"));
}`;

/** A parts shop shows the product in a frame of another origin, in some engine. */
export function describeFraming(startEngine: () => Promise<Engine>): void {
  const ends: (() => Promise<void>)[] = [];
  let product: Product;
  let shop: HostSite;
  let page: EnginePage;

  beforeAll(async () => {
    shop = await startHostSite("localhost");
    ends.push(shop.stop);
    product = await startProduct({ EMBED_ORIGINS: shop.origin, EMBED_SECRET: embedSecret });
    ends.push(product.stop);
    shop.pages.set("/ana", loaderPage(product.address, "ana"));
    const engine = await startEngine();
    ends.push(engine.close);
    page = createEnginePage(engine);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  test("[EMB-2][EMB-3a][EMB-4][EMB-6] the host signs in by its token, opens an offer, and is told of a message", async () => {
    const said = async () => JSON.parse(await page.engine.call("() => told", "[]")) as readonly Reported[];
    await page.engine.open(`${shop.origin}/ana`);
    await expect.poll(async () => (await said()).at(-1)?.action, patience).toMatch(/^(?:unreadChanged|resize)$/u);
    await page.engine.call(openOffer, "[10001]");
    await expect.poll(() => page.engine.call("() => window.answer", "[]"), patience).toBe('"done"');
    const radu = await apiAs(product, "radu");
    await radu.post("publish/oferta.10001", { message: "Kitul e pe raft." });
    await expect
      .poll(async () => (await said()).find(({ action }) => action === "messageReceived")?.payload, patience)
      .toMatchObject({ offer_id: 10_001, own: false });
    expect((await said()).map(({ action }) => action)).toContain("roomOpened");
  });
}
