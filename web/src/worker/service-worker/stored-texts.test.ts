import { expect, test } from "vitest";
import { type CallError, newRoomId, type PendingMessage } from "../../state/entities.ts";
import { callError } from "../../testing/call-errors.ts";
import { sendStored } from "./outbox-sync.ts";

const row = (clientId: string, position: number, given: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId,
  roomId: 1,
  text: clientId,
  writtenAt: "2026-01-05T09:00:00.000Z",
  status: "waiting",
  error: null,
  position,
  tabId: "gone",
  attempts: 0,
  ...given,
});

const file = { name: "a.pdf", bytes: 1, type: "application/pdf", width: null, height: null, isOriginal: false };

async function sending(rows: readonly PendingMessage[], refusals: Readonly<Record<string, CallError>> = {}) {
  const [asked, sent]: [string[], string[]] = [[], []];
  const isDone = await sendStored({
    rows,
    publish: async ({ clientId }) => {
      asked.push(clientId);
      const error = refusals[clientId];
      return error ? { ok: false, error } : { ok: true, value: {} };
    },
    onSent: async (clientId) => void sent.push(clientId),
    now: 1000,
  });
  return { asked, sent, isDone };
}

test("[SW-1c] texts are sent by room in the order written; files and refused texts stay for a page", async () => {
  const rows = [row("b", 2), row("f", 0, { file }), row("a", 1), row("r", 0, { status: "failed" })];
  expect(await sending(rows)).toEqual({ asked: ["a", "b"], sent: ["a", "b"], isDone: true });
});

test("[SW-1c] no text overtakes one that has to wait, but only in its own room", async () => {
  const later = row("a", 1, { status: "backing-off", error: callError("too_many_requests"), notBefore: 1001 });
  const rows = [later, row("b", 2), row("c", 3, { roomId: 2 })];
  expect(await sending(rows)).toEqual({ asked: ["c"], sent: ["c"], isDone: false });
  const away = await sending([row("a", 1), row("b", 2)], { a: callError("offline") });
  expect(away).toEqual({ asked: ["a"], sent: [], isDone: false });
});

test("[SW-1c] a refused text is skipped, and without a session nothing more is sent", async () => {
  const refused = await sending([row("a", 1), row("b", 2)], { a: callError("invalid") });
  expect(refused).toEqual({ asked: ["a", "b"], sent: ["b"], isDone: true });
  const ended = await sending([row("a", 1), row("b", 2)], { a: callError("unauthenticated") });
  expect(ended).toEqual({ asked: ["a"], sent: [], isDone: true });
});

test("[SW-1c] requests without photos are sent like texts, and those with photos stay for a page", async () => {
  const request = { car_id: 4, items: [], photos: [] };
  const rows = [
    row("a", 1, { roomId: newRoomId, request }),
    row("b", 2, { roomId: newRoomId, request: { ...request, photos: [{ id: "p", file }] } }),
  ];
  expect(await sending(rows)).toEqual({ asked: ["a"], sent: ["a"], isDone: true });
});
