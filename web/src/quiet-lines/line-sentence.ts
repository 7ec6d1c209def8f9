import type { HolderChange, Me } from "../state/entities.ts";
import { isSamePerson } from "../state/selectors.ts";
import type { NamedLine } from "../state/history/group-lines.ts";
import type { Words } from "../state/shape.ts";

/** The words of one line: those that name people and count nothing. */
type SentenceKey = Exclude<
  keyof Words["lines"],
  | "manyJoined"
  | "manyLeft"
  | "holderChanged"
  | "offerChanged"
  | "linesAccepted"
  | "linesDeclined"
  | "and"
  | "andMore"
  | "joins"
  | "leaves"
  | "some"
  | "many"
>;

/** A line's words by their key, and the names that may stand in them. */
export interface LineSentence {
  readonly key: SentenceKey;
  readonly names: { readonly name: string; readonly by: string; readonly from: string; readonly to: string };
}

/** A line of what people did in the room. */
export type PeopleLine = Exclude<NamedLine, { kind: "offer" }>;

/** What a line says to the person who reads it. */
export function sentenceOf(line: PeopleLine, self: Me | null): LineSentence {
  if (line.kind === "take-over") return changeSentence(line.change, self);
  const { kind, person, by } = line;
  const { name } = person;
  const names = { name, by: by?.name ?? name, from: name, to: name };
  const isOwn = isSamePerson(person, self);
  if (by === undefined) return { key: memberKeys[kind][isOwn ? "own" : "other"], names };
  return { key: broughtKeys[kind][isOwn ? "own" : isSamePerson(by, self) ? "by" : "other"], names };
}

const memberKeys = {
  joined: { own: "youJoined", other: "joined" },
  left: { own: "youLeft", other: "left" },
} as const;

/** Of whom somebody else brought in or put out. */
const broughtKeys = {
  joined: { own: "broughtYou", by: "youBrought", other: "brought" },
  left: { own: "putYouOut", by: "youPutOut", other: "putOut" },
} as const;

function changeSentence(change: HolderChange, self: Me | null): LineSentence {
  const { by, from, holder } = change;
  const names = { name: by.name, by: by.name, from: (from ?? by).name, to: (holder ?? by).name };
  return { key: changeKeys[wayOf(change)][readerOf(change, self)], names };
}

/** Whom the reader is in a change of holder. */
type Reader = "by" | "from" | "to" | "other";

function readerOf({ by, from, holder }: HolderChange, self: Me | null): Reader {
  if (isSamePerson(by, self)) return "by";
  if (isSamePerson(holder, self)) return "to";
  return isSamePerson(from, self) ? "from" : "other";
}

type Way = HolderChange["how"] | "taken-from" | "handed-from";

/** How a room got another holder: from somebody else's hands or not. */
function wayOf({ how, by, from }: HolderChange): Way {
  if (how === "taken" && from !== null) return "taken-from";
  return how === "handed" && from !== null && !isSamePerson(by, from) ? "handed-from" : how;
}

const changeKeys: Readonly<Record<Way, Readonly<Record<Reader, SentenceKey>>>> = {
  taken: { by: "youTook", from: "taken", to: "youTook", other: "taken" },
  "taken-from": { by: "youTookFrom", from: "takenFromYou", to: "youTookFrom", other: "takenFrom" },
  handed: { by: "youHanded", from: "handed", to: "handedToYou", other: "handed" },
  "handed-from": { by: "youHandedFrom", from: "handedFromYou", to: "handedFromToYou", other: "handedFrom" },
  released: { by: "youReleased", from: "released", to: "released", other: "released" },
  left: { by: "yoursEnded", from: "yoursEnded", to: "ended", other: "ended" },
  disabled: { by: "disabled", from: "yoursEnded", to: "disabled", other: "disabled" },
};
