import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** ROOM-6: delivery must stop within this time of leaving, ms. */
const leaveMsMax = 2000;

export function checkLeaks(history: HistoryIndex): Fault[] {
  const roomOf = new Map(history.of("room").map((line) => [line.value, line]));
  const changes = Map.groupBy([...history.of("join"), ...history.of("leave")], ({ room, value }) =>
    membershipOf(room, value),
  );
  return history.of("nonce").flatMap((line): Fault[] => {
    const room = roomOf.get(line.value)?.room ?? null;
    const person = history.persons.get(line.proc);
    if (room === null || person === undefined) return [];
    const ofPerson = changes.get(membershipOf(room, person)) ?? [];
    if (mayReceive(ofPerson, line.t_mono)) return [];
    const what = `${line.proc} got bytes of room ${room}, to which person ${person} does not belong`;
    return [{ kind: "leak", what, slice: [...ofPerson.filter(({ t_mono }) => t_mono < line.t_mono).slice(-1), line] }];
  });
}

const membershipOf = (room: number | null, person: unknown): string => `${room} ${String(person)}`;

/** Whether a member may receive bytes: from the request to join until 2 s after the leave was confirmed. */
function mayReceive(changes: readonly HistoryLine[], time: number): boolean {
  let isMember = false;
  let leftAt = Number.NEGATIVE_INFINITY;
  for (const { f, type, t_mono: at } of changes.toSorted((left, right) => left.t_mono - right.t_mono)) {
    if (at > time) break;
    if (f === "join" && type !== "fail") isMember = true;
    if (f === "leave" && type === "ok") {
      if (isMember) leftAt = at;
      isMember = false;
    }
  }
  return isMember || time - leftAt <= leaveMsMax;
}
