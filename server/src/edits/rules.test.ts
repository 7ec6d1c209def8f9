import { expect, test } from "vitest";
import { decideDeletion, decideEdit, type LockedMessage } from "./rules.ts";

const [ana, radu] = [1, 2];
const message: LockedMessage = {
  seq: 5,
  authorId: ana,
  text: "Bună",
  hasFile: false,
  isDeleted: false,
  isRequest: false,
};
const deleted = { ...message, text: "", isDeleted: true };

test.each([
  ["another text", message, "Bună ziua", ana, "changed"],
  ["the same text", message, "Bună", ana, "same"],
  ["no text where there is no file", message, "", ana, "empty"],
  ["no text beside a file", { ...message, hasFile: true }, "", ana, "changed"],
  ["a text for what was deleted", deleted, "Bună", ana, "deleted"],
  ["a text for a request", { ...message, isRequest: true }, "Bună ziua", ana, "request"],
  ["a text by somebody else", message, "Bună ziua", radu, "not-author"],
] as const)("[MSG-7a][MSG-7] %s", (_, before, text, participantId, expected) => {
  expect(decideEdit(before, { participantId, text })).toBe(expected);
});

test("[MSG-7b][MSG-7a][MSG-7] only its author deletes a message, once, but not a request", () => {
  expect(decideDeletion({ ...message, isRequest: true }, { participantId: ana })).toBe("request");
  expect(decideDeletion(message, { participantId: ana })).toBe("changed");
  expect(decideDeletion(deleted, { participantId: ana })).toBe("same");
  expect(decideDeletion(message, { participantId: radu })).toBe("not-author");
  expect(decideDeletion(deleted, { participantId: radu })).toBe("not-author");
});
