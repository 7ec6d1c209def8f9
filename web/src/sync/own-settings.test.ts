import { expect, test } from "vitest";
import type { ChatState } from "../state/shape.ts";
import type { Me } from "../state/entities.ts";
import { room, signedInAna } from "../testing/people.ts";
import { createAnasChat, type TestChat } from "../testing/test-chat.ts";

const radu = { id: 2, kind: "erp" } as const;
/** Ana after she silenced Radu on another device. */
const newer: Me = { ...signedInAna, silenced: [radu], version: 2 };

const heads = (chat: TestChat, version?: number): void =>
  chat.dispatch({
    type: "sync/heads-received",
    epoch: "one",
    heads: [],
    ...(version === undefined ? {} : { user_version: version }),
  });

const caughtUp = (chat: TestChat, version?: number): void =>
  chat.dispatch({
    type: "sync/answered",
    answer: {
      epoch: "one",
      rooms: [],
      reset: [],
      unread: {},
      fresh: [],
      asked: {},
      ...(version === undefined ? {} : { userVersion: version }),
    },
  });

const ways: readonly (readonly [string, (chat: TestChat, version: number) => void])[] = [
  ["MeUpdated", (chat, version) => chat.dispatch({ type: "sync/settings-changed", version })],
  ["RoomHeads", heads],
  ["catching up", caughtUp],
];

const meOf = ({ session }: ChatState): Me | null => (session.phase === "signed-in" ? session.me : null);

test.each(ways)("[AUTH-8c] who learns by %s of newer settings asks `me` once, and has them then", (_way, hear) => {
  const chat = createAnasChat(room(1));
  hear(chat, 2);
  expect(chat.asked("call-me")).toHaveLength(1);
  chat.dispatch({ type: "session/me-loaded", me: newer });
  expect(meOf(chat.getState())).toEqual(newer);
  expect(chat.asked("save-session")).toEqual([{ type: "save-session", token: "anas-token", me: newer }]);
  for (const [, again] of ways) again(chat, 2);
  expect(chat.asked("call-me")).toHaveLength(1);
});

test("[AUTH-8c] however often one version is heard of before the answer, `me` is asked once; a newer one is asked for again", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "sync/settings-changed", version: 2 });
  for (const version of [2, 2, 1, 0]) heads(chat, version);
  expect(chat.asked("call-me")).toHaveLength(1);
  heads(chat, 3);
  expect(chat.asked("call-me")).toHaveLength(2);
});

test("[AUTH-8c] an answer that is older than what was heard of asks for nothing by itself; whatever tells the version next does", () => {
  const chat = createAnasChat(room(1));
  heads(chat, 3);
  chat.dispatch({ type: "session/me-loaded", me: newer });
  chat.clock.pass(60_000);
  expect(chat.asked("call-me")).toHaveLength(1);
  for (const _time of [1, 2]) heads(chat, 3);
  expect(chat.asked("call-me")).toHaveLength(2);
});

test("[AUTH-8c] of two answers of `me` the older one changes nothing, also when it comes last", () => {
  const chat = createAnasChat(room(1));
  chat.dispatch({ type: "session/me-loaded", me: newer });
  chat.dispatch({ type: "session/me-loaded", me: signedInAna });
  expect(meOf(chat.getState())).toEqual(newer);
});

test.each(ways)("[AUTH-8c] what is as old as what one has, or older, changes nothing (%s)", (_way, hear) => {
  const chat = createAnasChat(room(1));
  for (const version of [0, 1]) hear(chat, version);
  expect(chat.asked("call-me")).toEqual([]);
});

test("[AUTH-8c] a server that tells no version is asked nothing, and nobody is who signed out", () => {
  const chat = createAnasChat(room(1));
  heads(chat);
  caughtUp(chat);
  chat.dispatch({ type: "session/ended-elsewhere" });
  heads(chat, 9);
  expect(chat.asked("call-me")).toEqual([]);
});

test("[AUTH-8c] what an earlier release kept, or said, of the person has no version and is older than any", () => {
  const chat = createAnasChat(room(1));
  const { version: _none, ...unversioned } = signedInAna;
  chat.dispatch({ type: "session/me-loaded", me: unversioned as Me });
  heads(chat, 0);
  expect(chat.asked("call-me")).toHaveLength(1);
});
