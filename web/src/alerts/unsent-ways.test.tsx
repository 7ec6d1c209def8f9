import { expect, test } from "vitest";
import type { PendingMessage } from "../state/entities.ts";
import { drawn } from "../testing/drawn.tsx";
import { room } from "../testing/people.ts";
import { createAnasApp } from "../testing/test-app.ts";
import { UnsentWays } from "./unsent-ways.tsx";
import { callError } from "../testing/call-errors.ts";

const refused: PendingMessage = {
  roomId: 1,
  clientId: "one",
  text: "Bună",
  writtenAt: "2026-01-05T09:00:00.000Z",
  position: 1,
  tabId: "tab",
  attempts: 1,
  status: "failed",
  error: callError("forbidden"),
};

test("[SEND-5a] a refused message of an unlisted room can be copied and deleted from its alert while it exists", () => {
  const app = createAnasApp(room(2));
  const ways = (): readonly string[] =>
    [...drawn(app, <UnsentWays roomId={1} clientId="one" />).matchAll(/<button[^>]*>([^<]*)</g)].map(
      ([, words]) => words ?? "",
    );
  expect(ways()).toEqual([]);
  app.dispatch({ type: "outbox/loaded", rows: [refused], isStored: true });
  expect(ways()).toEqual(["Copiază", "Șterge"]);
});
