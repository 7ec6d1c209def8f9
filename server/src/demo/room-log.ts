import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { CustomerUsername, DemoUsername } from "./content/people.ts";
import type { DemoPhoto } from "./photos/demo-photos.ts";
import type { DemoLine } from "./transcript.ts";

type ActionId = typeof takeOverAction | typeof likeAction;

/** A message with its numbers (MSG-5). */
interface DemoMessage {
  readonly seq: number;
  readonly ordinal: number;
  readonly author: DemoUsername;
  readonly body: string;
  readonly photo: DemoPhoto | null;
  readonly at: number;
  likesTotal: number;
  updatedSeq: number | null;
}

/** An action as it is at the end (ACT-1). */
interface DemoAction {
  readonly messageSeq: number;
  readonly actionId: ActionId;
  readonly username: DemoUsername;
  readonly seq: number;
  readonly deleted: boolean;
  readonly at: number;
  readonly handedBy: DemoUsername | null;
  readonly note: string | null;
}

/** An entry of the log beside joins and messages; who did it, and whom its payload names. */
type DemoEvent = { readonly seq: number; readonly username: DemoUsername; readonly at: number } & (
  | { readonly kind: "read"; readonly readSeq: number }
  | {
      readonly kind: "action";
      readonly messageSeq: number;
      readonly actionId: ActionId;
      readonly deleted: boolean;
      readonly person: DemoUsername;
    }
  | {
      readonly kind: "take-over";
      readonly how: "taken" | "handed" | "released";
      readonly person: DemoUsername | null;
      readonly from: DemoUsername | null;
    }
);

/** What a conversation leaves in the database. */
export interface DemoLog {
  readonly lastSeq: number;
  readonly activeAt: number | null;
  readonly messages: readonly DemoMessage[];
  readonly actions: readonly DemoAction[];
  readonly events: readonly DemoEvent[];
  readonly holder: DemoUsername | null;
  readonly waitingSince: number | null;
}

/** Numbers a conversation as the server would have, after the joins; `readers` are how many messages each member has read. */
export function demoLog(
  lines: readonly DemoLine[],
  {
    joins,
    customer,
    readers,
  }: { joins: number; customer: CustomerUsername; readers: ReadonlyMap<DemoUsername, number> },
): DemoLog {
  const log = new LogWriter(joins, customer, readers);
  for (const line of lines) log.add(line);
  return log.end();
}

/** Who holds a room from now on, and how it comes to them. */
interface Hold {
  readonly how: "taken" | "handed" | "released";
  readonly person: DemoUsername | null;
  readonly note?: string | null;
}

class LogWriter {
  readonly #customer: CustomerUsername;
  readonly #readers: ReadonlyMap<DemoUsername, number>;
  readonly #messages: DemoMessage[] = [];
  readonly #actions = new Map<string, DemoAction>();
  readonly #events: DemoEvent[] = [];
  #seq: number;
  #activeAt: number | null = null;
  #held: { readonly by: DemoUsername; readonly messageSeq: number } | null = null;
  #waitingSince: number | null = null;

  constructor(joins: number, customer: CustomerUsername, readers: ReadonlyMap<DemoUsername, number>) {
    this.#seq = joins;
    this.#customer = customer;
    this.#readers = readers;
  }

  end(): DemoLog {
    return {
      lastSeq: this.#seq,
      activeAt: this.#activeAt,
      messages: this.#messages,
      actions: [...this.#actions.values()],
      events: this.#events,
      holder: this.#held?.by ?? null,
      waitingSince: this.#waitingSince,
    };
  }

  add(line: DemoLine): void {
    const { author, at } = line;
    switch (line.kind) {
      case "message":
        this.#addMessage(author, line, at);
        return;
      case "likes":
        this.#act({ by: author, at, person: author, messageSeq: this.#newest().seq, actionId: likeAction });
        return;
      case "takes over":
        this.#hold(author, at, { how: "taken", person: author });
        return;
      case "releases":
        this.#hold(author, at, { how: "released", person: null });
        return;
      case "hands over":
        this.#hold(author, at, { how: "handed", person: line.to, note: line.note });
    }
  }

  #addMessage(author: DemoUsername, { body, photo }: Pick<DemoMessage, "body" | "photo">, at: number): void {
    const ordinal = this.#messages.length + 1;
    const seq = this.#next(at);
    this.#messages.push({ seq, ordinal, author, body, photo, at, likesTotal: 0, updatedSeq: null });
    this.#waitingSince = author === this.#customer ? (this.#waitingSince ?? at) : null;
    for (const [username, readOrdinal] of this.#readers) {
      // ROOM-7b: sending reads; everybody else who has read this far did so once.
      if (readOrdinal !== ordinal || username === author) continue;
      const readAt = at + readAfterMs;
      this.#events.push({ kind: "read", seq: this.#next(readAt), username, at: readAt, readSeq: seq });
    }
  }

  /** Gives the room to somebody by the customer's newest message, or to nobody (ACT-2). */
  #hold(by: DemoUsername, at: number, { how, person, note = null }: Hold): void {
    const held = this.#held;
    const messageSeq = this.#newest(this.#customer).seq;
    if (held !== null) this.#act({ ...held, by, at, person: held.by, actionId: takeOverAction, deleted: true });
    this.#held = person === null ? null : { by: person, messageSeq };
    if (person !== null) {
      const handedBy = how === "handed" ? by : null;
      this.#act({ by, at, person, messageSeq, actionId: takeOverAction, handedBy, note });
    }
    if (person === held?.by) return;
    const from = held?.by ?? null;
    this.#events.push({
      kind: "take-over",
      seq: this.#next(at),
      username: by,
      at,
      how,
      person,
      from,
    });
  }

  #act({
    by,
    at,
    person,
    messageSeq,
    actionId,
    deleted = false,
    handedBy = null,
    note = null,
  }: Pick<DemoAction, "at" | "messageSeq" | "actionId"> & {
    by: DemoUsername;
    person: DemoUsername;
    deleted?: boolean;
    handedBy?: DemoUsername | null;
    note?: string | null;
  }): void {
    const seq = this.#next(at);
    const row = { messageSeq, actionId, username: person, seq, deleted, at, handedBy, note };
    this.#actions.set(`${messageSeq} ${actionId} ${person}`, row);
    this.#events.push({ kind: "action", seq, username: by, at, messageSeq, actionId, deleted, person });
    const message = this.#messages.find((each) => each.seq === messageSeq);
    if (message === undefined) throw new Error(`there is no message ${messageSeq}`);
    message.updatedSeq = seq;
    if (actionId === likeAction) message.likesTotal += 1;
  }

  #newest(author?: DemoUsername): DemoMessage {
    const found = this.#messages.findLast((message) => author === undefined || message.author === author);
    if (found === undefined) throw new Error("nobody has written yet");
    return found;
  }

  #next(at: number): number {
    this.#activeAt = at;
    this.#seq += 1;
    return this.#seq;
  }
}

/** Less than lies between two lines of a conversation. */
const readAfterMs = 400;
