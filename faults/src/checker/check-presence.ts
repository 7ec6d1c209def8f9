import type { HistoryLine } from "../history/history-line.ts";
import type { HistoryIndex } from "./history-index.ts";
import type { Fault } from "./verdict.ts";

/** LIVE-6: somebody stays online 3 s after their last socket, in case they come back; 2 s more for a busy machine. */
const lingerMsMax = 5000;
/** A fresh subscription may be on its way. */
const arriveMsMax = 2000;

/** Who is told to be online is connected, and who is connected is told to be online. */
export function checkPresence(history: HistoryIndex): Fault[] {
  const closedAt = new Map(
    history.of("socket").flatMap(({ type, value, t_mono }) => (type === "info" ? [[value, t_mono] as const] : [])),
  );
  const subscriptions = Map.groupBy(
    history.of("subscribe").filter(({ type, room }) => type === "ok" && room !== null),
    ({ room }) => room,
  );
  return history.of("presence").flatMap((line): Fault[] => {
    const told = new Set(Array.isArray(line.value) ? line.value.map(Number) : []);
    const ofRoom = subscriptions.get(line.room) ?? [];
    const until = (subscription: HistoryLine): number => closedAt.get(subscription.value) ?? Number.POSITIVE_INFINITY;
    const were = ofRoom.filter((one) => one.t_mono <= line.t_mono && until(one) + lingerMsMax >= line.t_mono);
    const are = ofRoom.filter((one) => one.t_mono + arriveMsMax <= line.t_mono && until(one) > line.t_mono);
    const personOf = ({ proc }: HistoryLine): number => history.persons.get(proc) ?? 0;
    const possible = new Set(were.map(personOf));
    const ghosts = [...told].filter((person) => !possible.has(person));
    const missing = are.filter((one) => !told.has(personOf(one)));
    return [
      ...ghosts.map((person): Fault => {
        const what = `${line.proc} is told that person ${person} is in room ${line.room}, who has no connection`;
        return { kind: "ghost", what, slice: [line] };
      }),
      ...missing.map((one): Fault => {
        const what = `${line.proc} is not told that ${one.proc} is in room ${line.room}`;
        return { kind: "ghost", what, slice: [one, line] };
      }),
    ];
  });
}
