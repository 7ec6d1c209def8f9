import { describe, expect, test } from "vitest";
import type { HistoryLine, NewLine } from "../history/history-line.ts";
import { check } from "./check.ts";
import { numbered, soundHistory } from "./sound-history.ts";

const procs = ["ana", "radu"] as const;
const edit = { proc: "ana", f: "edit", room: 10, id: 101, value: "w1" } as const;
const deletion = { proc: "ana", f: "delete", room: 10, id: 102 } as const;

interface Ending {
  readonly edited: string | null;
  readonly deleted: string | null;
  readonly shown: string | null;
  readonly quoted: string | null;
}
const right: Ending = { edited: "w1", deleted: null, shown: "w1", quoted: null };

/** The sound history, except that Ana edits her first message and deletes her second. The two quote each other. */
function changedBy(calls: readonly NewLine[], ending: Partial<Ending> = {}): readonly HistoryLine[] {
  const { edited, deleted, shown, quoted } = { ...right, ...ending };
  const lines: NewLine[] = soundHistory.flatMap((line): NewLine[] => {
    if (line.f === "unread" && line.proc === "radu") return [{ ...line, value: 0 }];
    if (line.f === "apply") return [{ ...line, value: { message: line.id, word: line.key } }];
    if (line.f === "reload" || line.f === "whole") {
      const update = { proc: line.proc, f: "apply", type: "ok", room: 10, kind: "MessageUpdated" } as const;
      const end = { ...line, seq: 6 };
      if (line.f === "reload") return [end];
      return [
        { ...update, seq: 5, value: { message: 101, word: shown } },
        { ...update, seq: 6, value: { message: 102, word: null } },
        end,
      ];
    }
    if (line.f === "row" && line.seq === 4) {
      const entry = { proc: "database", f: "row", type: "ok", room: 10 } as const;
      return [line, { ...entry, seq: 5, kind: "edit" }, { ...entry, seq: 6, kind: "delete" }];
    }
    return [line];
  });
  const found = procs.flatMap((proc): NewLine[] => [
    ...(edited === "k1"
      ? []
      : [{ proc, f: "says", type: "ok", room: 10, id: 101, kind: "edited", value: edited } as const]),
    { proc, f: "says", type: "ok", room: 10, id: 102, kind: "deleted", value: deleted },
    { proc, f: "quotes", type: "ok", room: 10, id: 101, kind: "deleted", value: { message: 102, word: quoted } },
  ]);
  return numbered([...lines, ...calls, ...found].map((line) => ({ ...line, t_mono: undefined as never })));
}

const called = (line: typeof edit | typeof deletion, type: HistoryLine["type"] = "ok"): readonly NewLine[] => [
  { ...line, type: "invoke" },
  { ...line, type },
];
const both = [...called(edit), ...called(deletion)];
const kindsIn = (lines: readonly HistoryLine[]) => [...new Set(check(lines).faults.map(({ kind }) => kind))];

describe("edits and deletions", () => {
  test("[MSG-7] changes that are acknowledged, shown, quoted and found alike are sound, and a deleted message is not unread", () => {
    expect(check(changedBy(both)).faults).toEqual([]);
    const unread = changedBy(both).map((line) =>
      line.f === "unread" && line.proc === "radu" ? { ...line, value: 1 } : line,
    );
    expect(kindsIn(unread)).toEqual(["unread-drift"]);
  });

  test("[MSG-7a] an acknowledged edit that nobody finds, or that is shown differently, is lost", () => {
    expect(kindsIn(changedBy(both, { edited: "k1" }))).toEqual(["lost"]);
    expect(kindsIn(changedBy(both, { shown: "w0" }))).toEqual(["lost"]);
  });

  test("[MSG-7a] unanswered calls have an unknown outcome, and changes that nobody requested are unexpected", () => {
    expect(kindsIn(changedBy([...called(edit, "info"), ...called(deletion)]))).toEqual([]);
    expect(kindsIn(changedBy([...called(edit, "info"), ...called(deletion)], { edited: "k1", shown: "k1" }))).toEqual(
      [],
    );
    expect(kindsIn(changedBy(called(deletion)))).toEqual(["unexpected"]);
    expect(kindsIn(changedBy(called(edit)))).toEqual(["unexpected"]);
  });

  test("[MSG-7b][MSG-8a] the text of a deleted message that is still found or quoted is undeleted", () => {
    expect(kindsIn(changedBy(both, { deleted: "k2" }))).toEqual(["undeleted"]);
    expect(kindsIn(changedBy(both, { quoted: "k2" }))).toEqual(["undeleted"]);
  });
});
