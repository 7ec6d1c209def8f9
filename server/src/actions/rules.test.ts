import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { ActionId } from "@cuplaj/protocol/message.ts";
import { describe, expect, test } from "vitest";
import type { StoredAction } from "../rooms/action-rules.ts";
import { type ActedMessage, type AskedAct, decideAct, decideHandOver, type HandOverFound } from "./rules.ts";

const [mia, radu, ioana] = [7, 8, 9];

const action = (personId: number, messageSeq: number, actionId: ActionId, deleted = false): StoredAction => ({
  ...{ id: 1, action_id: actionId, deleted, message_id: 100 + messageSeq, message_seq: messageSeq },
  ...{ author_type: "customer", seq: 20, created_at: "2026-01-01T00:00:00.000Z" },
  person: { id: personId, name: "", type: "agent" },
});
const heldBy = (personId: number, messageSeq = 5) => ({
  action: action(personId, messageSeq, takeOverAction),
  ...{ handedBy: radu, note: "mâine" },
});
const message: ActedMessage = {
  ...{ seq: 5, isDeleted: false, authorType: "customer", own: null, held: null, isEnabled: true },
};
const like: AskedAct = {
  ...{ participantId: mia, mayTakeFromOthers: false, authorType: "customer", actionId: likeAction, wished: true },
};
const takeOver: AskedAct = { ...like, actionId: takeOverAction };
const given = (participantId: number, messageSeq = 5) => ({ messageSeq, participantId, isGiven: true });
const removed = (participantId: number, messageSeq = 5) => ({ messageSeq, participantId, isGiven: false });

describe("an act on a message", () => {
  const liked = action(mia, 5, likeAction);
  const unliked = action(mia, 5, likeAction, true);
  test.each([
    ["a wished like", {}, {}, { outcome: "changed", changes: [given(mia)], how: null }],
    [
      "without a wish, what was not there",
      {},
      { wished: null },
      { outcome: "changed", changes: [given(mia)], how: null },
    ],
    [
      "without a wish, what was",
      { own: liked },
      { wished: null },
      { outcome: "changed", changes: [removed(mia)], how: null },
    ],
    [
      "without a wish, what was once",
      { own: unliked },
      { wished: null },
      { outcome: "changed", changes: [given(mia)], how: null },
    ],
  ] as const)("[ACT-1] %s changes", (_, found, asked, expected) => {
    expect(decideAct({ ...message, ...found }, { ...like, ...asked })).toEqual(expected);
  });

  test.each([
    ["given", liked, true],
    ["removed", unliked, false],
  ] as const)("[ACT-1] an action already %s is returned unchanged", (_, own, wished) => {
    expect(decideAct({ ...message, own }, { ...like, wished })).toEqual({ outcome: "done", action: own });
  });

  test("[ACT-1] removing an action that was never given stores it first, so that it has an id", () => {
    expect(decideAct(message, { ...like, wished: false })).toEqual({ outcome: "never-given" });
  });

  test("[ACT-1b] a wrong author kind is an unknown message", () => {
    expect(decideAct(message, { ...like, authorType: "agent" })).toEqual({ outcome: "no-message" });
  });

  test("[MSG-7j] a deleted message accepts no new actions, but old ones can be removed", () => {
    expect(decideAct({ ...message, isDeleted: true }, like)).toEqual({ outcome: "deleted" });
    expect(decideAct({ ...message, isDeleted: true, own: liked }, { ...like, wished: false })).toMatchObject({
      outcome: "changed",
    });
  });
});

describe("a take-over", () => {
  const own = action(mia, 5, takeOverAction);
  test.each([
    ["of a free room", {}, {}, { outcome: "changed", changes: [given(mia)], how: "taken" }],
    [
      "by its holder, who releases it",
      { own, held: heldBy(mia) },
      { wished: false },
      { outcome: "changed", changes: [removed(mia)], how: "released" },
    ],
    ["of a colleague's message", { authorType: "agent" }, { authorType: "agent" }, { outcome: "no-customers-message" }],
    [
      "of another's room",
      { held: heldBy(radu, 3) },
      {},
      { outcome: "held-by-another", action: heldBy(radu, 3).action },
    ],
    ["by somebody who was disabled meanwhile", { isEnabled: false }, {}, { outcome: "disabled" }],
  ] as const)("[ACT-2] %s", (_, found, asked, expected) => {
    expect(decideAct({ ...message, ...found }, { ...takeOver, ...asked })).toEqual(expected);
  });

  test("[ACT-2b] a newer message moves the hold without a line, an older one changes nothing", () => {
    const moved = { outcome: "changed", changes: [removed(mia, 3), given(mia)], how: null };
    expect(decideAct({ ...message, held: heldBy(mia, 3) }, takeOver)).toEqual(moved);
    const newer = heldBy(mia, 6);
    expect(decideAct({ ...message, held: newer }, takeOver)).toEqual({ outcome: "done", action: newer.action });
  });

  test("[ACT-2b] only the holder can release the room", () => {
    const release = { ...takeOver, wished: false };
    expect(decideAct({ ...message, held: heldBy(radu) }, release)).toEqual({ outcome: "not-holder" });
  });

  test("[ACT-2b] an Admin takes the room from its holder", () => {
    const taken = { outcome: "changed", changes: [removed(radu, 3), given(mia)], how: "taken" };
    expect(decideAct({ ...message, held: heldBy(radu, 3) }, { ...takeOver, mayTakeFromOthers: true })).toEqual(taken);
  });
});

describe("a hand-over", () => {
  const colleague = { type: "agent", isMember: true, mayView: true, mayTakeOver: true } as const;
  const found: HandOverFound = { held: heldBy(mia), mayInvite: true, colleague };
  const asked = { participantId: mia, mayTakeFromOthers: false, to: ioana, note: null, mayBringIn: true };
  const handed = { outcome: "changed", changes: [removed(mia), given(ioana)], how: "handed" };

  test("[ACT-2f] the holder hands over, and so does an Admin who does not hold the room", () => {
    expect(decideHandOver(found, asked)).toEqual(handed);
    const others = { ...found, held: heldBy(radu) };
    expect(decideHandOver(others, asked)).toEqual({ outcome: "held-by-another", action: heldBy(radu).action });
    expect(decideHandOver(others, { ...asked, mayTakeFromOthers: true })).toMatchObject({ outcome: "changed" });
  });

  test.each([
    ["is nobody", null],
    ["is a customer", { ...colleague, type: "customer" }],
    ["may not take over", { ...colleague, mayTakeOver: false }],
    ["would see nothing there", { ...colleague, isMember: false, mayView: false }],
  ] as const)("[ACT-2l] is refused to somebody who %s", (_, whom) => {
    expect(decideHandOver({ ...found, colleague: whom }, asked)).toEqual({ outcome: "not-a-colleague" });
  });

  test("[ACT-2l] is refused to oneself, and in a room that nobody holds", () => {
    expect(decideHandOver(found, { ...asked, to: mia })).toEqual({ outcome: "not-a-colleague" });
    expect(decideHandOver({ ...found, held: null }, asked)).toEqual({ outcome: "nobody-holds" });
  });

  test("[ACT-2f] a colleague joins only if the giver may bring people in, by both current roles and session", () => {
    const outside = { ...found, colleague: { ...colleague, isMember: false } };
    expect(decideHandOver(outside, asked)).toEqual(handed);
    for (const [now, then] of [[{ mayInvite: false }, {}] as const, [{}, { mayBringIn: false }] as const])
      expect(decideHandOver({ ...outside, ...now }, { ...asked, ...then })).toEqual({ outcome: "not-a-colleague" });
  });

  test.each([
    [null, radu, "done"],
    ["mâine", radu, "done"],
    ["azi", radu, "held-by-another"],
    ["mâine", ioana + 1, "held-by-another"],
  ] as const)("[ACT-2l] to the current holder, with the note %j by %i, is %s", (note, participantId, outcome) => {
    const held = heldBy(ioana);
    const again = { ...asked, note, participantId };
    expect(decideHandOver({ ...found, held }, again)).toEqual({ outcome, action: held.action });
  });
});
