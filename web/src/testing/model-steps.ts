import fc from "fast-check";
import type { Message, Participant, RoomId } from "../state/entities.ts";
import { isSamePerson, selectedRoomId } from "../state/selectors.ts";
import { editedKind, editedName } from "./edited-kind.ts";
import { type ModelClient, openModelClient } from "./model-client.ts";
import { createModelServer, type ModelServer } from "./model-server.ts";
import { ana, mia, radu } from "./people.ts";

export const roomIds = [1, 2, 3, 4, 5];
const people = [ana, radu, mia];

export const step = fc.record({
  kind: fc.constantFrom(
    ...([
      "publish",
      "publish",
      "publish",
      "read",
      "leave",
      "join",
      "edit",
      "amend",
      "remove",
      "offer",
      "late",
    ] as const),
    ...(["deliver", "deliver", "deliver", "lose", "double", "swap", "heads"] as const),
    ...(["advance", "advance", "advance", "fail", "pass", "rest", "cut", "back"] as const),
    ...(["like", "like", "like", "wish", "wish", "take", "take", "release", "hand"] as const),
    ...(["open", "home", "look", "look-away", "say", "older", "restore"] as const),
    ...(["newer", "older", "around", "around", "end", "away-from-end", "at-end", "show"] as const),
  ),
  who: fc.constantFrom(...people.keys()),
  room: fc.constantFrom(1, 1, ...roomIds),
  n: fc.nat(12),
});
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

export const act = (kind: Step["kind"], { who = 0, room = 1, n = 0 }: Partial<Step> = {}): Step => ({
  kind,
  who,
  room,
  n,
});

export function start() {
  const pages: ModelClient[] = [];
  const server = createModelServer(roomIds, (event) => {
    for (const page of pages) page.send(event);
  });
  const open = (knowsEdits = true): ModelClient => {
    const page = openModelClient(server, knowsEdits ? { [editedName]: editedKind } : {});
    pages.push(page);
    return page;
  };
  return { server, open };
}

export function happen(server: ModelServer, page: ModelClient, { kind, who, room, n }: Step): void {
  const { app, wire } = page;
  const person = people[who] ?? ana;
  const look = (isLooking: boolean) =>
    app.dispatch({ type: "messages/attention-changed", isVisible: isLooking, isFocused: isLooking });
  const open = selectedRoomId(app.getState());
  const acted = n % 4 > 0 ? (open ?? room) : room;
  const steps: Record<Step["kind"], () => void> = {
    publish: () => void server.publish(person, room),
    read: () => void server.read(person, room, n * 2),
    edit: () => server.edit(room, n),
    amend: () => server.amend(room, n),
    remove: () => server.remove(room, n % 4),
    offer: () => server.changeOffer(person, acted, n),
    late: () => server.comeLate(room),
    show: () => app.dispatch({ type: "offers/asked", offerNumber: 10_000 + acted }),
    like: () => likeOrNot(server, person, acted, n),
    take: () => {
      newestOf(server, acted, n);
      server.takeOver(person, acted, n);
    },
    release: () => people.forEach((each) => server.release(each, acted)),
    hand: () => server.handOver(person, acted),
    wish: () => wishLike(server, page, n),
    leave: () => server.leave(person, room),
    join: () => server.join(person, room),
    deliver: () => page.deliver(wire.splice(0, 1 + (n % 3))),
    lose: () => void wire.splice(0, 1),
    double: () => page.deliver(wire.slice(0, 2)),
    swap: () => void wire.push(...wire.splice(0, 1)),
    heads: () => page.sendHeads(),
    advance: () => page.advance(n),
    fail: () => page.fail(n),
    pass: () => app.clock.pass(100),
    rest: () => app.clock.pass(2500),
    cut: () => page.cut(),
    back: () => page.back(),
    open: () => app.arriveAt(`/view/oferta.${10_000 + room}`),
    home: () => app.arriveAt("/"),
    look: () => look(true),
    "look-away": () => look(false),
    say: () => void (open !== null && app.dispatch({ type: "outbox/send-asked", roomId: open, text: `Zis ${n}` })),
    older: () => void (open !== null && app.dispatch({ type: "messages/older-asked", roomId: open })),
    newer: () => void (open !== null && app.dispatch({ type: "messages/newer-asked", roomId: open })),
    around: () => void (open !== null && app.dispatch({ type: "messages/around-asked", roomId: open, seq: 2 * n })),
    end: () => void (open !== null && app.dispatch({ type: "messages/end-asked", roomId: open })),
    "away-from-end": () =>
      void (open !== null && app.dispatch({ type: "messages/end-changed", roomId: open, isAtEnd: false })),
    "at-end": () => void (open !== null && app.dispatch({ type: "messages/end-changed", roomId: open, isAtEnd: true })),
    restore: () => {
      // A server that is restored to an earlier state knows nothing of later calls.
      page.cut();
      page.failAll();
      server.restore(n % 4);
    },
  };
  steps[kind]();
}

/** One of the two newest messages, or a new one. */
const newestOf = (server: ModelServer, roomId: RoomId, n: number): Message | null =>
  server.messagesOf(roomId).at(-1 - (n % 2)) ?? server.publish(ana, roomId);

const hasLiked = ({ actions }: Message, liker: Participant): boolean =>
  actions.some(({ kind, person }) => kind === "like" && isSamePerson(person, liker));

function likeOrNot(server: ModelServer, person: Participant, roomId: RoomId, n: number): void {
  const message = newestOf(server, roomId, n);
  if (message) server.like(person, roomId, message.id, !hasLiked(message, person));
}

function wishLike(server: ModelServer, { app }: ModelClient, n: number): void {
  const open = selectedRoomId(app.getState());
  const message = open === null ? null : newestOf(server, open, n);
  if (!message) return;
  const { roomId, id: messageId, seq: messageSeq } = message;
  const named = { roomId, messageId, messageSeq, authorKind: message.author?.kind ?? "customer" } as const;
  app.dispatch({
    type: "actions/wished",
    kind: "like",
    isWanted: !hasLiked(message, ana),
    origin: "message",
    ...named,
  });
}
