import type { Page } from "playwright-core";
import { afterAll, afterEach } from "vitest";
import { apiAs } from "./api-as.ts";
import { startWholeBrowser } from "./browser.ts";
import { openLink } from "./cuttable-link.ts";
import { openRoom, signedIn } from "./people.ts";
import { inDatabase } from "./product-sql.ts";
import { startPushReceiver } from "./push-receiver.ts";
import { type PushWorker, pushWorkerOf } from "./push-worker.ts";
import { startProduct } from "./start-product.ts";
import { awaitCopies, awaitWorker } from "./worker-page.ts";

export const room = "oferta.10001";

interface Ana {
  readonly page: Page;
  readonly worker: PushWorker;
}

/** A message's push as the server writes it. */
export const pushed = (message_seq: number, given: object): string =>
  JSON.stringify({
    ...{ v: 1, room, title: "Oferta 10001", author: "Radu", excerpt: null, message_seq, badge: 7 },
    ...{ url: `/view/${room}`, language: "ro", ...given },
  });

export const seqOf = (push: string): number => (JSON.parse(push) as { message_seq: number }).message_seq;

export const bodies = async (worker: PushWorker): Promise<readonly string[]> =>
  (await worker.shown()).map(({ body }) => body);
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** A product that pushes to a receiver on loopback, and Ana's pages on a link that can be cut. */
export async function startPushStage() {
  const link = await openLink();
  const settings = { ALLOWED_ORIGINS: link.address, PUSH_ENDPOINTS: "loopback", PUSH_DELAY_SECONDS: "1" };
  const [product, browser] = await Promise.all([startProduct(settings), startWholeBrowser()]);
  link.leadTo(Number(new URL(product.address).port));
  const receiver = await startPushReceiver();
  const [ana, radu] = await Promise.all([apiAs(product, "ana"), apiAs(product, "radu")]);
  const openAna = (): Promise<Page> => signedIn(browser, { address: link.address }, "ana", { serviceWorkers: "allow" });
  const elsewhere = await openAna();
  afterEach(() => link.mend());
  afterAll(async () => {
    await browser.close();
    receiver.close();
    await link.close();
    await product.stop();
  });

  async function inAnotherRoom(page: Page): Promise<Ana> {
    await awaitWorker(page);
    await openRoom(page, 10_002);
    await awaitCopies(page, 1);
    return { page, worker: await pushWorkerOf(page) };
  }
  let shared: Ana | null = null;

  return {
    ...{ product, browser, link, receiver, ana, radu },
    freshAna: async (): Promise<Ana> => inAnotherRoom(await openAna()),
    /** A shared page, for tests that change nothing lasting on it. */
    anaElsewhere: async (): Promise<Ana> => {
      shared ??= await inAnotherRoom(elsewhere);
      await openRoom(shared.page, 10_002);
      await shared.worker.clear();
      return shared;
    },
    /** Sends a message from Radu, and returns its push. */
    pushOf: async (text: string): Promise<string> => {
      const { message } = await radu.post<{ message: { seq: number } }>(`publish/${room}`, { message: text });
      return pushed(message.seq, { excerpt: text });
    },
    unreadOfRoom: async (): Promise<number | undefined> =>
      (await ana.get<{ chats: { unread_count: number }[] }>(`chat/${room}`)).chats[0]?.unread_count,
    /** How many messages of the room pushes have shown to Ana, as her browser reported. */
    shownOfRoom: async (): Promise<number> => {
      let shown = 0;
      await inDatabase(product, async (client) => {
        const { rows } = await client.query<{ shown: string }>(
          "select j.shown_ordinal as shown from mail_jobs j join rooms r on r.id = j.room_id where r.name = $1",
          [room],
        );
        shown = Number(rows[0]?.shown ?? 0);
      });
      return shown;
    },
    subscriptions: async (): Promise<number | null> => {
      let total: number | null = null;
      await inDatabase(product, async (client) => {
        total = (await client.query("select from push_subscriptions")).rowCount;
      });
      return total;
    },
  };
}
