import { linesCountedMax, linesNamedMax } from "@cuplaj/protocol/limits.ts";
import type { LineCounts, QuietLine } from "./history-shape.ts";
import { lineIndexAt } from "./history-ranges.ts";
import type { Participant } from "../entities.ts";
import { isSamePerson } from "../selectors.ts";

export type NamedLine = Exclude<QuietLine, { kind: "left-out" }>;
export type MemberLine = Extract<QuietLine, { person: unknown }>;
type TakeOverLine = Extract<QuietLine, { kind: "take-over" }>;
export type QuietRequestLine = Extract<QuietLine, { kind: "request" }>;
type AfterHoursLine = Extract<QuietLine, { kind: "after-hours" }>;
export type QuietOfferLine = Extract<QuietLine, { kind: "offer" }>;

/** How the lines between two messages are drawn (MSG-9). `seq` is that of the newest line. */
export type LineGroup = { readonly seq: number } & (
  | { readonly kind: "each"; readonly lines: readonly NamedLine[] }
  | {
      readonly kind: "named";
      readonly joined: readonly MemberLine[];
      readonly left: readonly MemberLine[];
      readonly moved: readonly MemberLine[];
      readonly takeOvers: readonly TakeOverLine[];
      readonly offers: readonly QuietOfferLine[];
      readonly requests: readonly QuietRequestLine[];
      readonly afterHours: readonly AfterHoursLine[];
    }
  | { readonly kind: "counted"; readonly counts: LineCounts }
  | { readonly kind: "many" }
);

const eachMax = 3;

/** MSG-9: names a few lines, or counts many. The result never depends on lines that a page may have left out. */
export function groupOf(lines: readonly QuietLine[]): LineGroup {
  const leftOut = lines.findLastIndex(({ kind }) => kind === "left-out");
  const named = lines.slice(leftOut + 1).filter((line) => line.kind !== "left-out");
  const counts = withCounted(leftOut < 0 ? undefined : lines[leftOut], named);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const seq = lines.at(-1)?.seq ?? 0;
  if (total >= linesCountedMax) return { seq, kind: "many" };
  if (leftOut >= 0 || total > linesNamedMax) return { seq, kind: "counted", counts };
  if (total <= eachMax) return { seq, kind: "each", lines: named };
  const members = named.filter((line): line is MemberLine => line.kind === "joined" || line.kind === "left");
  const moved = members.filter(({ by }) => by !== undefined);
  const takeOvers = named.filter((line) => line.kind === "take-over");
  const offers = named.filter((line) => line.kind === "offer");
  const requests = named.filter((line) => line.kind === "request");
  const afterHours = named.filter((line) => line.kind === "after-hours");
  return { seq, kind: "named", ...membersIn(members), moved, takeOvers, offers, requests, afterHours };
}

export const noCounts: LineCounts = {
  joined: 0,
  left: 0,
  takeOvers: 0,
  offers: 0,
  requests: 0,
  afterHours: 0,
  unknown: 0,
};

function withCounted(leftOut: QuietLine | undefined, named: readonly NamedLine[]): LineCounts {
  const counted = leftOut?.kind === "left-out" ? leftOut.counts : noCounts;
  const of = (wanted: NamedLine["kind"]): number => named.filter(({ kind }) => kind === wanted).length;
  return {
    joined: counted.joined + of("joined"),
    left: counted.left + of("left"),
    takeOvers: counted.takeOvers + of("take-over"),
    offers: counted.offers + of("offer"),
    requests: counted.requests + of("request"),
    afterHours: counted.afterHours + of("after-hours"),
    unknown: counted.unknown,
  };
}

/** People's own joins and leaves. Each person is included once, with their last move. */
function membersIn(lines: readonly MemberLine[]): Record<MemberLine["kind"], readonly MemberLine[]> {
  const lastOf = (wanted: Participant) => lines.findLast(({ person }) => isSamePerson(person, wanted));
  const own = lines.filter(({ by }) => by === undefined);
  const once = (kind: MemberLine["kind"]): readonly MemberLine[] =>
    own.filter(
      (line) => line === own.findLast((other) => other.kind === kind && isSamePerson(other.person, line.person)),
    );
  return { joined: once("joined"), left: once("left").filter(({ person }) => lastOf(person)?.kind === "left") };
}

const groups = new WeakMap<
  QuietLine,
  { readonly first: QuietLine; readonly count: number; readonly group: LineGroup }
>();

export function groupBetween(lines: readonly QuietLine[], afterSeq: number, uptoSeq: number): LineGroup | null {
  const from = lineIndexAt(lines, afterSeq + 1);
  const to = lineIndexAt(lines, uptoSeq + 1);
  const [first, last] = [lines[from], lines[to - 1]];
  if (from >= to || !first || !last) return null;
  const known = groups.get(last);
  if (known?.first === first && known.count === to - from) return known.group;
  const group = groupOf(lines.slice(from, to));
  groups.set(last, { first, count: to - from, group });
  return group;
}
