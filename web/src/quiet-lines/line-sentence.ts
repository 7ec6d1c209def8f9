import type { HolderChange, Me } from "../state/entities.ts";
import type { NamedLine } from "../state/history/group-lines.ts";
import { isSamePerson } from "../state/selectors.ts";

export type PeopleLine = Exclude<NamedLine, { kind: "offer" | "request" | "after-hours" }>;

/** The message key of a line as its reader sees it, and the names that go into it. */
export function sentenceOf(line: PeopleLine, self: Me | null) {
  if (line.kind === "take-over") {
    const { by, from, holder } = line.change;
    const names = { name: by.name, by: by.name, from: (from ?? by).name, to: (holder ?? by).name };
    return { key: changeKeys[wayOf(line.change)][readerOf(line.change, self)], names };
  }
  const { kind, person, by } = line;
  const { name } = person;
  const names = { name, by: by?.name ?? name, from: name, to: name };
  const isOwn = isSamePerson(person, self);
  if (by === undefined) return { key: memberKeys[kind][isOwn ? "own" : "other"], names };
  return { key: movedKeys[kind][isOwn ? "own" : isSamePerson(by, self) ? "by" : "other"], names };
}

const memberKeys = {
  joined: { own: "youJoined", other: "joined" },
  left: { own: "youLeft", other: "left" },
} as const;

const movedKeys = {
  joined: { own: "broughtYou", by: "youBrought", other: "brought" },
  left: { own: "putYouOut", by: "youPutOut", other: "putOut" },
} as const;

const changeKeys = {
  taken: { by: "youTook", from: "taken", to: "youTook", other: "taken" },
  "taken-from": { by: "youTookFrom", from: "takenFromYou", to: "youTookFrom", other: "takenFrom" },
  handed: { by: "youHanded", from: "handed", to: "handedToYou", other: "handed" },
  "handed-from": { by: "youHandedFrom", from: "handedFromYou", to: "handedFromToYou", other: "handedFrom" },
  released: { by: "youReleased", from: "released", to: "released", other: "released" },
  left: { by: "yoursEnded", from: "yoursEnded", to: "ended", other: "ended" },
  disabled: { by: "disabled", from: "yoursEnded", to: "disabled", other: "disabled" },
} as const;

function readerOf({ by, from, holder }: HolderChange, self: Me | null) {
  if (isSamePerson(by, self)) return "by";
  if (isSamePerson(holder, self)) return "to";
  return isSamePerson(from, self) ? "from" : "other";
}

function wayOf({ how, by, from }: HolderChange): keyof typeof changeKeys {
  if (how === "taken" && from !== null) return "taken-from";
  return how === "handed" && from !== null && !isSamePerson(by, from) ? "handed-from" : how;
}
