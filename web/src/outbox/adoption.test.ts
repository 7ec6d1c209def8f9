import { expect, test, vi } from "vitest";
import type { FakeClock } from "../testing/fake-clock.ts";
import { openDevice, refused, stored, withFakeBrowser } from "../testing/outbox-page.ts";

withFakeBrowser();

/** Advances the clock in steps, so that tabs can reply to each other. */
async function passSlowly(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    clock.pass(500);
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A tab that can be frozen: while frozen it receives nothing from other tabs or the device. */
function openFreezable(open: ReturnType<typeof openDevice>["open"], tabId: string) {
  const missed: (() => void)[] = [];
  let isFrozen = false;
  const Channel = BroadcastChannel;
  class FreezableChannel extends Channel {
    override addEventListener(type: string, listen: EventListener): void {
      super.addEventListener(type, (event: Event) => {
        if (isFrozen) missed.push(() => listen(event));
        else listen(event);
      });
    }
  }
  vi.stubGlobal("BroadcastChannel", FreezableChannel);
  const page = open(tabId);
  vi.stubGlobal("BroadcastChannel", Channel);
  const freeze = (): void => {
    isFrozen = true;
    page.storage.freeze();
  };
  const goOn = (): void => {
    isFrozen = false;
    page.storage.goOn();
    for (const listen of missed.splice(0)) listen();
  };
  return { ...page, freeze, goOn };
}

/** One of two tabs sends a message while a second message waits. */
async function oneSends() {
  const { open, clock, values } = openDevice();
  const still = openFreezable(open, "still");
  const other = open("other");
  still.send("unu");
  still.send("doi");
  expect(still.sent).toEqual(["unu"]);
  await expect.poll(() => other.shown()).toEqual(["unu: waiting", "doi: waiting"]);
  return { still, other, clock, values };
}

test("[SEND-3b] a frozen tab's unsent messages are adopted 5 s after it was last seen", async () => {
  const { still, other, clock } = await oneSends();
  still.freeze();
  await passSlowly(clock, 4500);
  expect(other.sent).toEqual([]);
  await passSlowly(clock, 500);
  expect(other.sent).toEqual(["unu"]);
});

test("[SEND-3b] an open tab's messages stay its own, however long a send takes", async () => {
  const { still, other, clock } = await oneSends();
  await passSlowly(clock, 60_000);
  expect([still.shown(), other.sent]).toEqual([["unu: sending", "doi: waiting"], []]);
});

test("[SEND-3b] a closed tab's messages are adopted a second after another tab opens, and a reloaded tab's continue at once", async () => {
  const { open, clock } = openDevice();
  const closed = open("closed");
  closed.send("unu");
  closed.close();
  const next = open("next");
  expect(next.shown()).toEqual(["unu: waiting"]);
  await passSlowly(clock, 500);
  expect(next.sent).toEqual([]);
  await passSlowly(clock, 500);
  expect(next.sent).toEqual(["unu"]);
  next.close();
  const reloaded = open("next");
  expect(reloaded.sent).toEqual(["unu"]);
});

async function oneAdopted() {
  const { still, other, clock, values } = await oneSends();
  still.freeze();
  await passSlowly(clock, 5000);
  expect(other.sent).toEqual(["unu"]);
  return { still, other, values };
}

/** Expects the other tab to finish both sends, neither tab to have anything pending, and the thawed tab to send its next message. */
async function expectSendsGoOn({ still, other, values }: Awaited<ReturnType<typeof oneAdopted>>): Promise<void> {
  other.answer(stored("still-1"));
  await expect.poll(() => other.sent).toEqual(["unu", "doi"]);
  other.answer(stored("still-2"));
  await expect.poll(() => [still.shown(), other.shown()]).toEqual([[], []]);
  expect([still.sent, [...values.keys()]]).toEqual([["unu"], []]);
  still.send("trei");
  expect(still.sent).toEqual(["unu", "trei"]);
}

test("[SEND-3c] a tab that was adopted from neither stores a late refusal nor starts the next send", async () => {
  const { still, other, values } = await oneAdopted();
  still.goOn();
  still.answer({ ok: false, error: refused });
  await expect.poll(() => still.shown()).toEqual(["unu: waiting", "doi: waiting"]);
  await expectSendsGoOn({ still, other, values });
});

test("[SEND-3c] a failure before the tab knows of the adoption does no harm", async () => {
  const { still, other, values } = await oneAdopted();
  other.answer(stored("still-1"));
  await expect.poll(() => other.sent).toEqual(["unu", "doi"]);
  still.answer({ ok: false, error: { ...refused, code: "offline" } });
  await expect.poll(() => still.shown()).toEqual(["unu: backing-off", "doi: waiting"]);
  expect([...values.keys()].filter((key) => key.includes("still-1"))).toEqual([]);
  still.goOn();
  expect(still.shown()).toEqual(["doi: waiting"]);
  other.answer(stored("still-2"));
  await expect.poll(() => [still.shown(), other.shown(), values.size]).toEqual([[], [], 0]);
  expect(still.sent).toEqual(["unu"]);
});

test("[SEND-3c] when a tab learns after the adoption that a message is stored, it counts as sent in both", async () => {
  const { still, other } = await oneAdopted();
  still.goOn();
  still.answer(stored("still-1"));
  await expect.poll(() => [still.shown(), other.shown()]).toEqual([["doi: waiting"], ["doi: sending"]]);
  expect(other.sent).toEqual(["unu", "doi"]);
});
