import { expect, test } from "vitest";
import { journalPrefix } from "../outbox/journal.ts";
import { ownerKey } from "../state/selectors.ts";
import { withMemoryStorage } from "../testing/memory-storage.ts";
import { signedInAna } from "../testing/people.ts";
import { deleteDrafts, draftRoomOf, storeDraft, storedDrafts } from "./drafts-part.ts";

withMemoryStorage();

const anas = ownerKey(signedInAna);
const unsent = "0b6f8a52-7c11-4a7e-9d3f-000000000001";

const keys = (): string[] => Object.keys(localStorage).toSorted();

test("[SEND-6] drafts belong to one person: equal ids, or a common prefix, never mix them up", () => {
  storeDraft(anas, 7, { text: "Aveți", target: null });
  storeDraft(anas, 8, { text: "pe stoc", target: null }, "stash");
  for (const other of ["customer.11", "customer.2", "erp.1", "agent.1"]) {
    expect([storedDrafts(other), storedDrafts(other, "stash")]).toEqual([{}, {}]);
  }
  expect([storedDrafts(anas), storedDrafts(anas, "stash")]).toEqual([
    { 7: { text: "Aveți", target: null } },
    { 8: { text: "pe stoc", target: null } },
  ]);
  expect(draftRoomOf("cuplaj.draft.customer.11.7", "draft", anas)).toBeNull();
  expect(draftRoomOf("cuplaj.draft.customer.1.7", "draft", anas)).toBe(7);
});

test("[REPLY-1] a draft stores only the name of its reply target, keeps it, and shares it with nobody", () => {
  const target = { kind: "reply", messageId: 70, seq: 7 } as const;
  storeDraft(anas, 7, { text: "", target });
  storeDraft(anas, 8, { text: "pe stoc", target: { ...target, kind: "edit" } }, "stash");
  expect(storedDrafts(anas)).toEqual({ 7: { text: "", target } });
  expect(storedDrafts(anas, "stash")).toEqual({ 8: { text: "pe stoc", target: { ...target, kind: "edit" } } });
  expect(draftRoomOf("cuplaj.draft.customer.1.7.of", "draft", anas)).toBe(7);
  expect(storedDrafts("customer.11")).toEqual({});
  localStorage.setItem("cuplaj.draft.customer.1.7.of", '{"kind":"else","messageId":70,"seq":7}');
  expect(storedDrafts(anas)).toEqual({});
  deleteDrafts(anas);
  expect(keys()).toEqual([]);
});

test("[SEND-7] deleting one's drafts keeps everybody else's and one's own unsent messages", () => {
  for (const owner of [anas, "customer.11", "erp.1"]) {
    storeDraft(owner, 7, { text: "Aveți", target: null });
    storeDraft(owner, 7, { text: "pe stoc", target: null }, "stash");
    localStorage.setItem(journalPrefix(owner) + unsent, "{}");
  }
  deleteDrafts(anas);
  expect(keys().filter((key) => key.includes(`.${anas}.`))).toEqual([journalPrefix(anas) + unsent]);
  expect(keys()).toHaveLength(7);
});
