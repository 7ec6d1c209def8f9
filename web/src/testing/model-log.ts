import { offerUpdateOf, type OfferUpdate } from "../state/offer-entities.ts";
import type { Message, MessageAction, Participant, RoomEvent, RoomId } from "../state/entities.ts";
import { quoteOf } from "../state/messages/quoted.ts";
import type { NamedLine } from "../state/history/group-lines.ts";
import { quietLineOf } from "../state/history/receive-line.ts";
import { isSamePerson } from "../state/selectors.ts";
import type { Edit } from "./edited-kind.ts";
import { ana, mia, radu } from "./people.ts";

/** A change to a message by its author (MSG-7), or by the made-up event kind. */
type Change = Edit & { readonly isDeleted?: boolean; readonly editedAt?: string };
export type ServerEvent = RoomEvent & { readonly edit?: Change; readonly action?: MessageAction };
export type Log = readonly ServerEvent[];

/** One log per room; `send` gets each event that Ana receives. */
export function createLogs(roomIds: readonly RoomId[], send: (event: RoomEvent) => void) {
  const logs = new Map<RoomId, Log>(roomIds.map((id) => [id, []]));
  let epoch = 1;
  const logOf = (id: RoomId): Log => logs.get(id) ?? [];
  return {
    logOf,
    epochNow: () => String(epoch),
    add: (id: RoomId, toEvent: (seq: number) => ServerEvent): void => {
      const before = logOf(id);
      const after = [...before, toEvent(before.length + 1)];
      logs.set(id, after);
      // A person who leaves still receives their own leave.
      if (has(membersAt(before), ana) || has(membersAt(after), ana))
        after.slice(-1).forEach((event) => send(asNow(after, event)));
    },
    restore: (lost: number): void => {
      epoch += 1;
      for (const [id, log] of logs) logs.set(id, log.slice(0, Math.max(0, log.length - lost)));
    },
  };
}

/** A timestamp; it only has to sort correctly. */
export const time = (n: number): string => `2026-01-05T${String(n).padStart(6, "0")}`;

export const has = (people: readonly Participant[], person: Participant): boolean =>
  people.some((one) => isSamePerson(one, person));

export function messagesIn(log: Log): Message[] {
  const known = computed.get(log) ?? messagesOf(log);
  computed.set(log, known);
  return [...known];
}

/** Logs are immutable, so results can be cached by log. */
const computed = new WeakMap<Log, readonly Message[]>();

function messagesOf(log: Log): readonly Message[] {
  const messages = changedIn(log);
  const bySeq = new Map(messages.map((message) => [message.seq, message]));
  return messages.map((message) => {
    const quoted = message.quote && bySeq.get(message.quote.seq);
    return quoted ? { ...message, quote: quoteOf(quoted) } : message;
  });
}

function changedIn(log: Log): Message[] {
  const edits = Map.groupBy(
    log.filter(({ edit }) => edit !== undefined),
    ({ edit }) => edit?.messageSeq,
  );
  const byMessage = Map.groupBy(actionsIn(log).values(), ({ messageSeq }) => messageSeq);
  return log.flatMap((event) => {
    if (event.kind !== "message") return [];
    const acts = byMessage.get(event.seq) ?? [];
    const actions = acts.filter(({ isDeleted }) => !isDeleted);
    const likesTotal = actions.filter(({ kind }) => kind === "like").length;
    const updates = edits.get(event.seq) ?? [];
    const said = updates.reduce((message, { edit }) => ({ ...message, ...changeOf(edit) }), event.message);
    const updatedSeq = Math.max(event.seq, ...[...acts, ...updates].map(({ seq }) => seq));
    return [{ ...said, actions, likesTotal, updatedSeq }];
  });
}

function changeOf(edit: Change | undefined): Partial<Message> {
  if (edit === undefined) return {};
  const { text, isDeleted, editedAt } = edit;
  if (isDeleted === true) return { text: "", isDeleted, editedAt: null };
  return { text, ...(editedAt !== undefined && { editedAt }) };
}

export const actionsIn = (log: Log): ReadonlyMap<number, MessageAction> =>
  new Map(log.flatMap(({ action }) => (action ? [[action.id, action]] : [])));

export const holderAt = (log: Log): MessageAction | null =>
  [...actionsIn(log).values()].find(({ kind, isDeleted }) => kind === "take-over" && !isDeleted) ?? null;

export function waitingSinceAt(log: Log): string | null {
  let since: string | null = null;
  for (const { author, sentAt, isDeleted } of messagesIn(log)) {
    if (!isDeleted) since = author?.kind === "customer" ? (since ?? sentAt) : null;
  }
  return since;
}

export const linesIn = (log: Log): NamedLine[] =>
  log.map((event) => quietLineOf(event)).filter((line) => line !== null && line.kind !== "left-out");

/** MSG-6: these events, with the current state of their messages. */
export const eventsNow = (log: Log, from: number, to: number): RoomEvent[] =>
  log.slice(from, to).map((event) => {
    const message = event.kind === "message" && messagesIn(log).find(({ seq }) => seq === event.seq);
    return message ? { ...event, message } : asNow(log, event);
  });

export const updateIn = (event: ServerEvent): OfferUpdate | null =>
  event.kind === "payload" ? offerUpdateOf(event) : null;

export const updatedName = "MessageUpdated";

function asNow(log: Log, event: ServerEvent): RoomEvent {
  if (event.kind !== "payload" || event.name !== updatedName) return event;
  return { ...event, data: messagesIn(log).find(({ seq }) => seq === event.edit?.messageSeq) };
}

export function membersAt(log: Log): readonly Participant[] {
  let members: readonly Participant[] = [ana, radu, mia];
  for (const event of log) {
    if (event.kind !== "members") continue;
    const { joined, left } = event;
    members = [...members.filter((one) => !isSamePerson(one, left)), ...(joined ? [joined] : [])];
  }
  return members;
}

/** The `seq` at which a person last joined; 0 for a member from the start. */
export const joinedAt = (log: Log, person: Participant): number =>
  log.findLast((event) => event.kind === "members" && isSamePerson(event.joined, person))?.seq ?? 0;

/** How far a person has read, by reading or by writing a later message. */
export function markerAt(log: Log, person: Participant): number {
  let marker = 0;
  for (const event of log) {
    if (event.kind === "read" && isSamePerson(event.reader, person)) marker = Math.max(marker, event.readSeq);
    if (event.kind === "message" && isSamePerson(event.message.author, person)) marker = Math.max(marker, event.seq);
  }
  return marker;
}
