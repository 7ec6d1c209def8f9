import { expect, test } from "vitest";
import { createTestChat, type TestChat } from "../testing/test-chat.ts";

const raise = (chat: TestChat, delayMs?: number): void =>
  chat.dispatch({
    type: "alerts/raised",
    alertType: "danger",
    text: { kind: "key", key: "signIn.sessionEnded" },
    ...(delayMs === undefined ? {} : { delayMs }),
  });

const phases = (chat: TestChat): string[] => chat.getState().alerts.map(({ phase }) => phase);

test("[TOAST-1] an alert hides after 5000 ms and is removed 1 s after hiding", () => {
  const chat = createTestChat();
  raise(chat);
  chat.clock.pass(4999);
  expect(phases(chat)).toEqual(["shown"]);
  chat.clock.pass(1);
  expect(phases(chat)).toEqual(["hiding"]);
  chat.clock.pass(999);
  expect(phases(chat)).toEqual(["hiding"]);
  chat.clock.pass(1);
  expect(phases(chat)).toEqual([]);
});

test("[TOAST-1] an alert may ask for another delay, and be sent away before", () => {
  const chat = createTestChat();
  raise(chat, 200);
  chat.clock.pass(200);
  expect(phases(chat)).toEqual(["hiding"]);
  raise(chat);
  chat.dispatch({ type: "alerts/hidden", id: chat.getState().alerts[1]!.id });
  chat.clock.pass(1000);
  expect(phases(chat)).toEqual([]);
});

test("[TOAST-1] an alert under the pointer stays, and has its whole delay again afterwards", () => {
  const chat = createTestChat();
  raise(chat);
  const { id } = chat.getState().alerts[0]!;
  chat.dispatch({ type: "alerts/held", id });
  chat.clock.pass(60_000);
  expect(phases(chat)).toEqual(["shown"]);
  chat.dispatch({ type: "alerts/released", id });
  chat.clock.pass(4999);
  expect(phases(chat)).toEqual(["shown"]);
  chat.clock.pass(1);
  expect(phases(chat)).toEqual(["hiding"]);
});

test("[TOAST-1] at most five alerts are kept", () => {
  const chat = createTestChat();
  for (let i = 0; i < 8; i += 1) raise(chat);
  expect(phases(chat)).toHaveLength(5);
});
