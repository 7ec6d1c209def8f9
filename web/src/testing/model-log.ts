import type { Message, Participant, RoomEvent, RoomId } from "../state/entities.ts";
import type { NamedLine } from "../lines/group-lines.ts";
import { lineOf } from "../lines/receive-line.ts";
import { isSamePerson } from "../state/selectors.ts";
import type { Edit } from "./edited-kind.ts";
import { ana, mia, radu } from "./people.ts";

type ServerEvent = RoomEvent & { readonly edit?: Edit };
export type Log = readonly ServerEvent[];

/** A log for each room; `send` gets each event that Ana receives. */
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
      // The person who leaves receives it.
      if (has(membersAt(before), ana) || has(membersAt(after), ana)) after.slice(-1).forEach(send);
    },
    restore: (lost: number): void => {
      epoch += 1;
      for (const [id, log] of logs) logs.set(id, log.slice(0, Math.max(0, log.length - lost)));
    },
  };
}

/** A moment: only the order of two matters. */
export const time = (n: number): string => `2026-01-05T${String(n).padStart(6, "0")}`;

/** Whether a list has a person. */
export const has = (people: readonly Participant[], person: Participant): boolean =>
  people.some((one) => isSamePerson(one, person));

/** The messages as they are now. */
export function messagesIn(log: Log): Message[] {
  const edits = new Map(log.flatMap(({ seq, edit }) => (edit ? [[edit.messageSeq, { seq, text: edit.text }]] : [])));
  return log.flatMap((event) => {
    if (event.kind !== "message") return [];
    const { text, seq: updatedSeq } = edits.get(event.seq) ?? event.message;
    return [{ ...event.message, text, updatedSeq }];
  });
}

/** MSG-9: the quiet lines. */
export const linesIn = (log: Log): NamedLine[] =>
  log.map((event) => lineOf(event)).filter((line) => line !== null && line.kind !== "left-out");

/** MSG-6: these events of a log, each message as it is now. */
export function eventsNow(log: Log, from: number, to: number): RoomEvent[] {
  const messages = new Map(messagesIn(log).map((message) => [message.seq, message]));
  return log.slice(from, to).map((event) => {
    const message = messages.get(event.seq);
    return event.kind === "message" && message ? { ...event, message } : event;
  });
}

/** The members at the end of a log. */
export function membersAt(log: Log): readonly Participant[] {
  let members: readonly Participant[] = [ana, radu, mia];
  for (const event of log) {
    if (event.kind !== "members") continue;
    const { joined, left } = event;
    members = [...members.filter((one) => !isSamePerson(one, left)), ...(joined ? [joined] : [])];
  }
  return members;
}

/** Where a person joined last; 0 for a member from the start. */
export const joinedAt = (log: Log, person: Participant): number =>
  log.findLast((event) => event.kind === "members" && isSamePerson(event.joined, person))?.seq ?? 0;

/** How far a person has read: by reading, or by writing a later message. */
export function markerAt(log: Log, person: Participant): number {
  let marker = 0;
  for (const event of log) {
    if (event.kind === "read" && isSamePerson(event.reader, person)) marker = Math.max(marker, event.readSeq);
    if (event.kind === "message" && isSamePerson(event.message.author, person)) marker = Math.max(marker, event.seq);
  }
  return marker;
}
