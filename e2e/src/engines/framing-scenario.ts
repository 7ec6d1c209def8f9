import { afterAll, beforeAll, expect, test } from "vitest";
import { apiAs } from "../api-as.ts";
import type { Reported } from "../framed-page.ts";
import { embedSecret, type HostSite, loaderPage, startHostSite } from "../host-site.ts";
import { hostilePage, sandboxedPage, sayGarbage, showBeside } from "../hostile-host.ts";
import { type Product, startProduct } from "../start-product.ts";
import type { Engine } from "./engine.ts";

/** A parts shop frames the product cross-origin in the engine under test, also with all storage blocked. */
export function describeFraming(start: () => Promise<Engine>, blocking: readonly (() => Promise<Engine>)[]): void {
  const ends: (() => Promise<void>)[] = [];
  let product: Product;
  let shop: HostSite;
  let neighbour: HostSite;
  let stranger: HostSite;
  let host: HostPage;

  beforeAll(async () => {
    [shop, neighbour, stranger] = [
      await startHostSite("localhost"),
      await startHostSite("127.0.0.1"),
      await startHostSite("localhost"),
    ];
    ends.push(shop.stop, neighbour.stop, stranger.stop);
    product = await startProduct({ EMBED_ORIGINS: `${shop.origin},${neighbour.origin}`, EMBED_SECRET: embedSecret });
    ends.push(product.stop);
    for (const site of [shop, stranger]) site.pages.set("/ana", loaderPage(product.address, "ana"));
    neighbour.pages.set("/hostile", hostilePage);
    const rights = "allow-scripts allow-same-origin allow-forms";
    shop.pages.set("/sandboxed", sandboxedPage(product.address, "ana", rights));
    host = await startPage(start);
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  async function startPage(startEngine: () => Promise<Engine>): Promise<HostPage> {
    const engine = await startEngine();
    ends.push(engine.close);
    return hostPage(engine);
  }

  test("[EMB-2][EMB-3c][EMB-4][EMB-6] the host signs in with its token, opens an offer, and gets a message event", async () => {
    await host.open(`${shop.origin}/ana`);
    await host.awaitPerson();
    expect(await host.ask("openOffer(10001)")).toBe("done");
    const radu = await apiAs(product, "radu");
    await radu.post("publish/oferta.10001", { message: "Kitul e pe raft." });
    await expect
      .poll(async () => (await host.reported()).find(({ action }) => action === "messageReceived")?.payload)
      .toMatchObject({ offer_id: 10_001, own: false });
    expect(await host.actions()).toContain("roomOpened");
  });

  test("[EMB-4a] ignores garbage from the host, and a hostile frame of a listed origin", async () => {
    await host.open(`${shop.origin}/ana`);
    await host.awaitPerson();
    await host.call(showBeside, `${neighbour.origin}/hostile`);
    await host.call(sayGarbage);
    const hostile = () => host.call("() => window.hostile ?? { times: 0 }") as Promise<{ readonly times: number }>;
    await expect.poll(async () => (await hostile()).times).toBeGreaterThan(5);
    expect(await hostile()).toMatchObject({ got: 0 });
    expect(await host.ask("openOffer(10001)")).toBe("done");
    expect(await host.actions()).not.toContain("signedOut");
  });

  test("[EMB-5g] a sandboxed frame works with scripts, forms and its own origin", async () => {
    await host.open(`${shop.origin}/sandboxed`);
    await host.awaitPerson();
    expect(await host.ask("openOffer(10002)")).toBe("done");
  });

  test.each(blocking)("[EMB-5g] the host signs in even with all storage blocked", async (startBlocking) => {
    const blocked = await startPage(startBlocking);
    await blocked.open(`${shop.origin}/ana`);
    expect(await blocked.call(tryStorage)).toBe("SecurityError");
    await blocked.awaitPerson();
    expect(await blocked.ask("openOffer(10001)")).toBe("done");
  });

  test("[EMB-5c][EMB-4c] the frame takes no focus on opening, nor for a question caused by the host, which may wait", async () => {
    await host.open(`${shop.origin}/ana`);
    await host.call('() => document.querySelector("#shop").focus()');
    await host.awaitPerson();
    expect(await host.ask("openOffer(10003)")).toBe("done");
    expect(await host.ask('prefillDraft("Aveți și")')).toBe("done");
    // The two timeouts are half a second apart; `host-link.test.ts` and `frame-link.test.ts` decide between them with fake clocks.
    expect(["busy", "timeout"]).toContain(await host.ask("signOut()"));
    expect(await host.call("() => document.activeElement.id")).toBe("shop");
  });

  test("[EMB-1][EMB-4] an unlisted page gets no events, and its commands fail", async () => {
    await host.open(`${stranger.origin}/ana`);
    expect(await host.ask("openOffer(10001)")).toBe("no_answer");
    expect((await host.reported()).map(({ payload }) => payload)).toEqual([{ code: "no_answer" }]);
  });
}

type HostPage = ReturnType<typeof hostPage>;

function hostPage({ open, call: callText }: Engine) {
  const call = async (source: string, ...args: readonly string[]): Promise<unknown> =>
    JSON.parse(await callText(source, JSON.stringify(args)));
  const reported = async () => (await call("() => told")) as readonly Reported[];
  /** Sends a command through the loader. Returns "done", the state or an error code. */
  async function ask(command: string): Promise<unknown> {
    await call(`() => {
      window.answer = null;
      const settle = (answer) => { window.answer = answer; };
      chat.${command}.then((state) => settle(state ?? "done"), ({ code }) => settle(code));
    }`);
    await expect.poll(() => call("() => window.answer")).not.toBeNull();
    return await call("() => window.answer");
  }
  return {
    open,
    call,
    reported,
    ask,
    actions: async () => (await reported()).map(({ action }) => action),
    awaitPerson: async (): Promise<void> => {
      await expect.poll(() => ask("requestState()")).toMatchObject({ signed_in: true, online: true });
    },
  };
}

/** Runs in the host's page, whose storage is blocked in the same way. Returns the name of the error. */
const tryStorage = `() => {
  try {
    return String(localStorage.length);
  } catch (error) {
    return error.name;
  }
}`;
