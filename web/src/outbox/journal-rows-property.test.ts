import fc from "fast-check";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { Message as WireMessage } from "@cuplaj/protocol/message.ts";
import { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { ClientId, Id, Seq, Timestamp } from "@cuplaj/protocol/scalars.ts";
import { messageFromWire } from "../api/from-wire.ts";
import type { PendingMessage } from "../state/entities.ts";
import { differencesOf, valuesOf } from "../testing/schema-values.ts";
import { readSent, readRow } from "./journal.ts";

/** A value as another page or an earlier visit would have stored it. */
const again = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("[SEND-2] every sent message of the contract is read as another page announces it", () => {
  fc.assert(
    fc.property(valuesOf<WireMessage>(WireMessage), ({ client_id, ...wire }) => {
      const message = messageFromWire({ ...wire, client_id });
      // System messages have no author, and those of other programs no `clientId`: our pages announce neither.
      const isOurs = message.author !== null && message.clientId !== null;
      expect(readSent(again(message))).toEqual(isOurs ? message : null);
    }),
  );
});

/** A message as our pages post and store it, built from the contract's scalar types. */
const Sent = Type.Object({
  id: Id,
  roomId: Id,
  seq: Seq,
  clientId: ClientId,
  author: Type.Object({ id: Id, name: Type.String(), kind: ParticipantKind }),
  sentAt: Timestamp,
  text: Type.String(),
  updatedSeq: Seq,
  isDeleted: Type.Boolean(),
});
const Row = Type.Object({
  clientId: ClientId,
  roomId: Id,
  text: Type.String({ minLength: 1 }),
  writtenAt: Timestamp,
  status: Type.Union(["waiting", "sending", "backing-off", "failed"].map((status) => Type.Literal(status))),
  error: Type.Union([Type.Null(), Type.Object({ code: Type.String(), message: Type.String() })]),
});

test("[SEND-2] anything else is skipped; keys and times may be any text, which is compared and shown", () => {
  const read = (value: unknown): boolean => readSent(value) !== null;
  const found = differencesOf(Sent, read);
  expect(found).toEqual({ taken: ["clientId", "sentAt"], refused: [] });
});

test("[SEND-1a] an invalid row is skipped; an unreadable outcome is dropped, and the message waits again", () => {
  const read = (value: unknown): boolean => readRow(value) !== null;
  const found = differencesOf(Row, read);
  const forgotten = ["error", "error.code", "error.message", "status"];
  expect(found).toEqual({ taken: ["clientId", ...forgotten, "writtenAt"], refused: [] });
});

test("[SEND-1a] every row is read as stored, except that one in flight waits again, without other pages' attempts", () => {
  fc.assert(
    fc.property(valuesOf<PendingMessage>(Row), fc.nat(), fc.string(), (row, position, tabId) => {
      const hasStopped = row.error !== null && (row.status === "failed" || row.status === "backing-off");
      const stage = hasStopped ? { status: row.status, error: row.error } : { status: "waiting", error: null };
      expect(readRow(again({ ...row, position, tabId }))).toMatchObject({
        ...row,
        ...stage,
        ...{ position, tabId, attempts: 0 },
      });
    }),
  );
});
