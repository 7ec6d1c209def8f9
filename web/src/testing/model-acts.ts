import type { HolderChange, Message, MessageAction, Participant, RoomId } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import { actionsIn, holderAt, type Log, membersAt, has, messagesIn, type ServerEvent, time } from "./model-log.ts";

/** Takes over, likes and hands over as a server does (ACT-1, ACT-2). */
export interface ModelActs {
  /** Returns the like's `seq`; null if the person or message does not exist. */
  readonly like: (person: Participant, roomId: RoomId, messageId: number, isWanted: boolean) => number | null;
  /** Takes over the customer's message at an index (modulo their number). Moves the person's own take-over, but nobody else's. */
  readonly takeOver: (person: Participant, roomId: RoomId, index: number) => void;
  readonly release: (person: Participant, roomId: RoomId, how?: "released" | "left") => void;
  readonly handOver: (to: Participant, roomId: RoomId) => void;
}

interface Logs {
  readonly add: (id: RoomId, toEvent: (seq: number) => ServerEvent) => void;
  readonly logOf: (id: RoomId) => Log;
}

export function createModelActs({ add, logOf }: Logs): ModelActs {
  function change(roomId: RoomId, { id, kind, messageId, messageSeq, person }: Act, isDeleted: boolean): void {
    const given = { id, kind, messageId, messageSeq, person, isDeleted, at: time(id) };
    add(roomId, (seq) => {
      const action: MessageAction = { ...given, seq };
      return { kind: "payload", name: "ChatMessageAction", origin: "live", roomId, seq, data: action, action };
    });
  }
  const changeHolder = (roomId: RoomId, holderChange: HolderChange): void =>
    add(roomId, (seq) => ({ kind: "take-over", origin: "live", roomId, seq, change: holderChange }));
  const isMember = (person: Participant, roomId: RoomId): boolean => has(membersAt(logOf(roomId)), person);

  return {
    like: (person, roomId, messageId, isWanted) => {
      const message = messagesIn(logOf(roomId)).find(({ id }) => id === messageId);
      if (!message || !isMember(person, roomId)) return null;
      const act = actBy(person, "like", message);
      const before = actionsIn(logOf(roomId)).get(act.id);
      if ((before?.isDeleted ?? true) === isWanted) change(roomId, act, !isWanted);
      return actionsIn(logOf(roomId)).get(act.id)?.seq ?? 0;
    },
    takeOver: (person, roomId, index) => {
      const messages = messagesIn(logOf(roomId)).filter(({ author }) => author?.kind === "customer");
      const message = messages[index % messages.length];
      const held = holderAt(logOf(roomId));
      if (!message || person.kind === "customer" || !isMember(person, roomId)) return;
      if (held && (!isSamePerson(held.person, person) || held.messageSeq >= message.seq)) return;
      if (held) change(roomId, held, true);
      change(roomId, actBy(person, "take-over", message), false);
      if (!held) changeHolder(roomId, { holder: person, from: null, by: person, how: "taken" });
    },
    release: (person, roomId, how = "released") => {
      const held = holderAt(logOf(roomId));
      if (!held || !isSamePerson(held.person, person)) return;
      change(roomId, held, true);
      changeHolder(roomId, { holder: null, from: person, by: person, how });
    },
    handOver: (to, roomId) => {
      const held = holderAt(logOf(roomId));
      if (!held || to.kind === "customer" || isSamePerson(held.person, to) || !isMember(to, roomId)) return;
      const message = messagesIn(logOf(roomId)).find(({ seq }) => seq === held.messageSeq);
      if (!message) return;
      change(roomId, held, true);
      change(roomId, actBy(to, "take-over", message), false);
      changeHolder(roomId, { holder: to, from: held.person, by: held.person, how: "handed" });
    },
  };
}

type Act = Pick<MessageAction, "id" | "kind" | "messageId" | "messageSeq" | "person">;

const actBy = (person: Participant, kind: Act["kind"], { id, seq }: Message): Act => ({
  id: id * 100 + person.id * 10 + (kind === "like" ? 2 : 1),
  kind,
  messageId: id,
  messageSeq: seq,
  person,
});
