import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiAs, type Caller } from "./api-as.ts";
import { type CuttableLink, openLink } from "./cuttable-link.ts";
import { awaitConnected, bubbles, openRoom, signedIn } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startBoth } from "./stage.ts";
import type { Product } from "./start-product.ts";

describe("a page and a server that are older than what was written", () => {
  let product: Product;
  let browser: Browser;
  let link: CuttableLink;
  let page: Page;
  let radu: Caller;

  beforeAll(async () => {
    link = await openLink();
    ({ product, browser } = await startBoth({ ALLOWED_ORIGINS: link.address, LIMITS: "off" }));
    link.leadTo(Number(new URL(product.address).port));
    radu = await apiAs(product, "radu");
    page = await signedIn(browser, { ...product, address: link.address }, "ana");
    await openRoom(page, 10_001);
  });
  afterAll(async () => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await browser.close();
    await link.close();
    await product.stop();
  });

  const publish = (message: string): Promise<unknown> => radu.post("publish/oferta.10001", { message });
  const expectShown = async (text: string): Promise<void> => {
    await bubbles(page, text).waitFor();
    expect(await bubbles(page, text).count()).toBe(1);
  };

  test("[MSG-6d] a server beside a newer one answers for a room with an event of a kind that it does not know", async () => {
    await publish("Înainte de nou");
    await expectShown("Înainte de nou");
    await inDatabase(product, async (client) => {
      await client.query("alter table room_events drop constraint if exists room_events_kind");
      await client.query(
        `with head as (update rooms set last_seq = last_seq + 1 where offer_id = 10001 returning id, last_seq)
         insert into room_events (room_id, seq, kind, participant_id, created_at)
         select id, last_seq, 'blessing', 1, now() from head`,
      );
    });
    await publish("După nou");
    await expectShown("După nou");
    await publish("Și mai departe");
    await expectShown("Și mai departe");
  });

  test("[SYNC-9] a page that catches up with an event that it does not know has the room fetched anew, and goes on", async () => {
    let rewritten = 0;
    await page.route("**/api/v1/sync", async (route) => {
      const response = await route.fetch();
      const answer = await response.text();
      // As a newer server might rename its events.
      const newer = answer.replaceAll('"event":"ChatMessage"', () => {
        rewritten += 1;
        return '"event":"MessageBlessed"';
      });
      await route.fulfill({ response, body: newer });
    });
    link.cut();
    await awaitConnected(page, false);
    await publish("Cât a fost plecată");
    link.mend();
    await expectShown("Cât a fost plecată");
    await publish("Când e înapoi");
    await expectShown("Când e înapoi");
    expect(rewritten).toBeGreaterThan(0);
  });
});
