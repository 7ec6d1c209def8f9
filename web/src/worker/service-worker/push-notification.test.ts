import type { PushPayload } from "@cuplaj/protocol/push.ts";
import { expect, test } from "vitest";
import { notificationOf, readPush } from "./push-notification.ts";

const push: PushPayload = {
  ...{ v: 1, room: "oferta.10001", title: "Oferta 10001", author: "Radu Marin", excerpt: null, about: "brought-in" },
  ...{ message_seq: 7, badge: 0, url: "/view/oferta.10001", language: "ro" },
};
const shown = (given: Partial<PushPayload>) => {
  const read = readPush(JSON.stringify({ ...push, ...given }));
  return read && [read.title, notificationOf(read, true).options.body];
};

test("[PUSH-9][PUSH-2] a push names who added the person to which room, in its language and as far as the privacy choice allows", () => {
  expect(shown({})).toEqual(["Oferta 10001", "Radu Marin te-a adăugat în discuție"]);
  expect(shown({ language: "en" })).toEqual(["Oferta 10001", "Radu Marin added you to the conversation"]);
  expect(notificationOf(push, true).options.data).toMatchObject({ about: "brought-in" });
  expect(shown({ author: null })).toEqual(["Oferta 10001", "Ești într-o discuție nouă"]);
  const { about: _, ...message } = push;
  expect(readPush(JSON.stringify({ ...message, about: "altceva" }))).toBeNull();
  expect(notificationOf(message, true).options.body).toBe("Radu Marin ți-a scris");
});
