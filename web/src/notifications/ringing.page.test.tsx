import { randomUUID } from "node:crypto";
import { within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { haveNotifications, look } from "../testing/fake-notifications.ts";
import { type MountedPage, mountPage, radu } from "../testing/mounted.tsx";
import { listRow } from "../testing/page-acts.ts";
import { burstGapMs, silentYieldMs } from "./ringer.ts";

async function openUnseen(at: string) {
  const browser = haveNotifications();
  localStorage.setItem("notifications", "true");
  const page = await mountPage({ at });
  await listRow(10_001);
  await look(false);
  return { browser, page };
}

async function act({ server, live }: MountedPage, actionId: 1 | 2): Promise<void> {
  const at = server.world.rooms.get(10_001)!;
  const message = at.messages.at(-1)!;
  const seq = at.room.last_seq + 1;
  at.room = { ...at.room, last_seq: seq };
  await live("ChatMessageAction", {
    action: {
      ...{ id: seq, action_id: actionId, deleted: false, message_id: message.id, message_seq: message.seq },
      ...{ room_id: at.room.id, customer_id: null, user_id: radu.id, agent_id: null, name: radu.name, seq },
      ...{ message_type: "customers-message", created_at: "2026-11-23T09:42:30.004Z" },
    },
    by: radu,
    room: server.world.headOf(at),
  });
}

test("[NOTE-3][NOTE-3b] a take-over of one's own message rings, a like does not", async () => {
  const { browser, page } = await openUnseen("/view/oferta.10001");
  const { world } = page.server;
  await page.live("ChatMessage", world.say(world.user, 10_001, "Mai aveți amortizoare?", { client_id: randomUUID() }));
  await page.bubble("Mai aveți amortizoare?");
  await act(page, 2);
  await page.pass(burstGapMs);
  expect(browser.shown()).toEqual([]);
  await act(page, 1);
  await page.pass(silentYieldMs);
  await vi.waitFor(
    () => expect(browser.shown()).toEqual([expect.stringMatching(/: Radu Marin ți-a preluat mesajul$/)]),
    patient,
  );
});

test("[PUSH-10][NOTE-5] a page without a worker shows notifications itself: a press opens the room, and reading closes it", async () => {
  const { browser, page } = await openUnseen("/");
  await page.live("ChatMessage", page.server.world.say(radu, 10_003, "Rulmentul a venit."));
  await page.pass(silentYieldMs);
  const standing = () => browser.shown().map((words) => words.replace(/^.*?: /, ""));
  await vi.waitFor(() => expect(standing()).toEqual(["Radu Marin: Rulmentul a venit."]), patient);
  await browser.press();
  await page.composer();
  expect(page.address()).toBe("/view/oferta.10003");
});

test("[NOTE-5] a notification closes once its room is read", async () => {
  const { browser, page } = await openUnseen("/view/oferta.10003");
  await page.live("ChatMessage", page.server.world.say(radu, 10_003, "Și discurile."));
  await page.pass(silentYieldMs);
  await vi.waitFor(() => expect(browser.shown()).toHaveLength(1), patient);
  await look(true);
  await page.pass(5000);
  await vi.waitFor(() => expect(browser.shown()).toEqual([]), patient);
});

test("[NOTE-3][NOTE-3c] rings sound where sound is on, and nowhere else", async () => {
  let sounds = 0;
  class FakeAudio {
    readonly suspend = () => Promise.resolve();
    // `resume` never resolves, so no sound plays.
    readonly resume = () => {
      sounds += 1;
      return new Promise(() => undefined);
    };
  }
  vi.stubGlobal("AudioContext", FakeAudio);
  const { browser, page } = await openUnseen("/");
  await page.live("ChatMessage", page.server.world.say(radu, 10_003, "Rulmentul a venit."));
  await page.pass(burstGapMs);
  expect(sounds).toBe(1);
  await page.user.click(await page.find("button", { name: "Notificări" }));
  const choice = within(await page.find("radiogroup", { name: "Sunet" }));
  await page.user.click(choice.getByText("Oprit"));
  const later = await page.reload();
  await listRow(10_002);
  await later.live("ChatMessage", later.server.world.say(radu, 10_002, "Și discurile."));
  await later.pass(burstGapMs);
  await vi.waitFor(() => expect(browser.shown()).toHaveLength(2), patient);
  expect(sounds).toBe(1);
});
