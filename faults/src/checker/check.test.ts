import { describe, expect, test } from "vitest";
import type { HistoryLine, NewLine } from "../history/history-line.ts";
import { toLine } from "../history/history-line.ts";
import { check } from "./check.ts";
import { nonces, soundHistory } from "./sound-history.ts";
import { type FaultKind, shortestSlices } from "./verdict.ts";

type Match = Partial<HistoryLine>;
const fits = (line: HistoryLine, match: Match): boolean =>
  Object.entries(match).every(([name, value]) => line[name as keyof HistoryLine] === value);

/** Removes matching lines. Fails without any, since the test would then test nothing. */
function without(match: Match, lines = soundHistory): readonly HistoryLine[] {
  const remaining = lines.filter((line) => !fits(line, match));
  expect(remaining.length).toBeLessThan(lines.length);
  return remaining;
}

function changed(match: Match, change: Match, lines = soundHistory): readonly HistoryLine[] {
  expect(lines.some((line) => fits(line, match))).toBe(true);
  return lines.map((line) => (fits(line, match) ? { ...line, ...change } : line));
}

function after(match: Match, added: NewLine, lines = soundHistory): readonly HistoryLine[] {
  const index = lines.findLastIndex((line) => fits(line, match));
  expect(index).toBeGreaterThanOrEqual(0);
  const line = toLine(added, added.t_mono ?? (lines[index]?.t_mono ?? 0) + 1);
  return [...lines.slice(0, index + 1), line, ...lines.slice(index + 1)];
}

const kindsIn = (lines: readonly HistoryLine[]): readonly FaultKind[] => [
  ...new Set(check(lines).faults.map(({ kind }) => kind)),
];
const live = { f: "live", type: "ok", room: 10, kind: "ChatMessage" } as const;

test("[ERR-3] a sound history has no fault, and the verdict counts what was checked", () => {
  expect(check(soundHistory)).toMatchObject({ messages: 2, observers: 2, faults: [], isSound: true, recoveredInfo: 0 });
});

test("[ERR-3] a history that checked nothing does not pass", () => {
  expect(kindsIn([])).toEqual(["empty"]);
  expect(kindsIn(soundHistory.filter(({ f }) => f !== "apply" && f !== "load" && f !== "whole"))).toContain("empty");
  expect(kindsIn(soundHistory.filter(({ f }) => f !== "publish" && f !== "stored" && f !== "apply"))).toContain(
    "empty",
  );
});

describe("lost", () => {
  test("[ERR-3] acknowledged, but in nobody's reload", () => {
    const verdict = check(without({ f: "stored", key: "k2" }));
    expect(verdict.counts.lost).toBe(2);
    expect(shortestSlices(verdict)[0]?.slice.map(({ f, type }) => `${f} ${type}`)).toEqual([
      "publish invoke",
      "publish ok",
      "reload ok",
    ]);
  });

  test("[MSG-6a] stored, but never shown to a client that had caught up", () => {
    expect(kindsIn(without({ f: "apply", proc: "radu", key: "k2" }))).toEqual(["gap", "lost"]);
  });

  test("[ERR-3] found by one person and not by another, though never acknowledged", () => {
    const inDoubt = changed({ f: "publish", type: "ok", key: "k2" }, { type: "info", id: null, seq: null });
    expect(kindsIn(without({ f: "stored", proc: "ana", key: "k2" }, inDoubt))).toContain("lost");
  });

  test("[ERR-3] unacknowledged messages may be missing; those that turn up count as recovered", () => {
    const inDoubt = changed({ f: "publish", type: "ok", key: "k2" }, { type: "info", id: null, seq: null });
    expect(check(inDoubt)).toMatchObject({ faults: [], recoveredInfo: 1 });
    const gone = inDoubt.filter(({ f, key, seq }) => key !== "k2" || f === "publish" || seq === null);
    const shorter = gone.map((line) => (line.f === "whole" || line.f === "reload" ? { ...line, seq: 3 } : line));
    const shown = shorter.filter(({ f }) => f !== "unread" && f !== "row");
    expect(check(shown)).toMatchObject({ faults: [], messages: 1 });
  });
});

describe("duplicates", () => {
  test("[MSG-2a] one key stored as two messages", () => {
    const row = { proc: "ana", f: "stored", type: "ok", room: 10, key: "k2", id: 103, seq: 5, value: 1 } as const;
    expect(kindsIn(after({ f: "stored", proc: "ana", key: "k2" }, row))).toContain("duplicate-stored");
  });

  test("[MSG-2a] one key acknowledged as two messages is a fault, the same response twice is not", () => {
    const again = { proc: "ana", f: "publish", type: "ok", room: 10, key: "k1", id: 101, seq: 3 } as const;
    expect(kindsIn(after({ f: "publish", type: "ok", key: "k1" }, again))).toEqual([]);
    expect(kindsIn(after({ f: "publish", type: "ok", key: "k1" }, { ...again, id: 105 }))).toEqual([
      "duplicate-stored",
    ]);
  });

  test("[MSG-6a] shown twice to one client", () => {
    const again = { proc: "radu", f: "apply", type: "ok", room: 10, kind: "ChatMessage", key: "k2", id: 102, seq: 4 };
    expect(kindsIn(after({ f: "apply", proc: "radu", key: "k2" }, again as NewLine))).toEqual(["duplicate-shown"]);
  });

  test("[LIVE-4] delivered twice on one socket; once on each of two sockets is right", () => {
    const again = { ...live, proc: "radu", key: "k2", id: 102, seq: 4 };
    expect(kindsIn(after({ f: "live", proc: "radu", key: "k2" }, { ...again, value: 2 }))).toEqual(["duplicate-shown"]);
    expect(kindsIn(after({ f: "live", proc: "radu", key: "k2" }, { ...again, value: 3 }))).toEqual([]);
  });
});

describe("order", () => {
  const early = soundHistory.filter((line) => !fits(line, { f: "live", proc: "radu", key: "k1" }));
  const late = after(
    { f: "live", proc: "radu", key: "k2" },
    { ...live, proc: "radu", key: "k1", id: 101, seq: 3, value: 2 },
    early,
  );

  test("[MSG-5a] delivered after a later one", () => {
    expect(kindsIn(late)).toEqual(["reordered"]);
  });

  test("[ERR-3b] delivered late because its commit was in doubt is no fault, but counted", () => {
    const unheard = { proc: "ana", f: "publish", type: "info", room: 10, key: "k1" } as const;
    expect(check(after({ f: "publish", type: "invoke", key: "k1" }, unheard, late))).toMatchObject({
      faults: [],
      announcedLate: 1,
    });
  });

  test("[MSG-5] two events under one `seq`", () => {
    expect(kindsIn(changed({ f: "live", proc: "radu", key: "k2" }, { id: 999 }))).toEqual(["reordered"]);
  });
});

describe("gaps", () => {
  test("[MSG-5a] a client's log that skips a `seq`", () => {
    const skipping = changed({ f: "apply", proc: "radu", key: "k2" }, { seq: 5 });
    expect(kindsIn(changed({ f: "whole", proc: "radu" }, { seq: 5 }, skipping))).toContain("gap");
  });

  test("[MSG-6a] a client that takes itself to be caught up and is not", () => {
    expect(kindsIn(changed({ f: "reload", proc: "radu" }, { seq: 6 }))).toEqual(["gap"]);
  });

  test("[MSG-5] rows on disk that skip a `seq`", () => {
    expect(kindsIn(without({ f: "row", seq: 2 }))).toEqual(["gap"]);
  });

  test("[MSG-5] a message and another event on disk under one `seq`", () => {
    const read = { proc: "database", f: "row", type: "ok", room: 10, seq: 4, kind: "read" } as const;
    expect(kindsIn(after({ f: "row", seq: 4 }, read))).toEqual(["gap"]);
  });
});

describe("unexpected", () => {
  test("[ERR-3] stored though nobody sent it", () => {
    const row = { proc: "ana", f: "stored", type: "ok", room: 10, key: "k9", id: 109, seq: 2, value: 1 } as const;
    expect(kindsIn(after({ f: "reload", proc: "ana" }, row))).toContain("unexpected");
  });

  test("[ERR-3] stored though its sending had failed", () => {
    expect(kindsIn(changed({ f: "publish", type: "ok", key: "k1" }, { type: "fail" }))).toContain("unexpected");
  });

  test("[ERR-3] delivered without its row", () => {
    const shown = changed({ f: "apply", proc: "radu", key: "k2" }, { id: 777, key: "k7" });
    expect(kindsIn(shown)).toContain("unexpected");
  });

  test("[ERR-3] stored under another `seq` than in the response", () => {
    expect(kindsIn(changed({ f: "publish", type: "ok", key: "k1" }, { id: 100 }))).toEqual(["unexpected"]);
  });
});

describe("leaks", () => {
  const hit = { proc: "radu", f: "nonce", type: "ok", kind: "body" } as const;

  test("[LIVE-2] bytes of a room that the receiver never belonged to", () => {
    expect(kindsIn(after({ f: "nonce" }, { ...hit, value: nonces.two }))).toEqual(["leak"]);
  });

  test("[ROOM-6b] bytes of a room later than 2 s after leaving it leak; earlier ones and those after coming back do not", () => {
    const left = after({ f: "presence" }, { proc: "radu", f: "leave", type: "ok", room: 10, value: 2, t_mono: 70_000 });
    const receivedAt = (t_mono: number, lines = left): readonly HistoryLine[] =>
      after({ f: "leave" }, { ...hit, value: nonces.one, t_mono }, lines);
    expect(kindsIn(receivedAt(71_900))).toEqual([]);
    expect(kindsIn(receivedAt(72_100))).toEqual(["leak"]);
    const back = after(
      { f: "leave" },
      { proc: "radu", f: "join", type: "ok", room: 10, value: 2, t_mono: 72_050 },
      left,
    );
    expect(kindsIn(receivedAt(72_100, back))).toEqual([]);
  });
});

describe("unread", () => {
  test("[ROOM-7a] a count that is not the number of others' messages after the marker", () => {
    expect(kindsIn(changed({ f: "unread", proc: "radu", kind: "channels" }, { value: 2 }))).toEqual(["unread-drift"]);
    expect(kindsIn(changed({ f: "unread", proc: "radu", kind: "list" }, { value: -1 }))).toEqual(["unread-drift"]);
  });

  test("[ROOM-7] a marker that is not where it was put, unless a call had no response", () => {
    const elsewhere = changed({ f: "unread", proc: "radu", kind: "list" }, { seq: 4, value: 0 });
    const all = changed({ f: "unread", proc: "radu", kind: "channels" }, { value: 0 }, elsewhere);
    expect(kindsIn(all)).toEqual(["unread-drift"]);
    const inDoubt = after({ f: "read", type: "ok" }, { proc: "radu", f: "read", type: "info", room: 10 }, all);
    expect(kindsIn(inDoubt)).toEqual([]);
  });

  test("[ROOM-7] a marker that goes back", () => {
    const back = { proc: "radu", f: "read", type: "ok", room: 10, seq: 2 } as const;
    expect(kindsIn(after({ f: "read", type: "ok" }, back))).toEqual(["unread-drift"]);
  });
});

describe("presence", () => {
  const shown = (value: readonly number[]): readonly HistoryLine[] => changed({ f: "presence" }, { value });

  test("[LIVE-6] somebody is shown as present without a connection", () => {
    expect(kindsIn(shown([1, 2, 3]))).toEqual(["ghost"]);
  });

  test("[LIVE-6] somebody is connected and not shown", () => {
    expect(kindsIn(shown([1]))).toEqual(["ghost"]);
  });

  test("[LIVE-6a] somebody may stay 5 s after their connection broke, and not longer", () => {
    const closedAt = (t_mono: number): readonly HistoryLine[] =>
      after({ f: "socket", proc: "radu" }, { proc: "radu", f: "socket", type: "info", value: 2, t_mono });
    expect(kindsIn(closedAt(56_000))).toEqual([]);
    expect(kindsIn(closedAt(54_000))).toEqual(["ghost"]);
  });

  test("[ROOM-6b] a person who left is not present", () => {
    const left = { proc: "radu", f: "leave", type: "ok", room: 10, value: 2, t_mono: 50_000 } as const;
    expect(kindsIn(after({ f: "subscribe", proc: "radu" }, left))).toEqual(["ghost"]);
    const gone = changed({ f: "presence" }, { value: [1] });
    expect(kindsIn(after({ f: "subscribe", proc: "radu" }, left, gone))).toEqual([]);
  });
});

describe("likes", () => {
  const shown = (proc: string): NewLine[] => {
    const event = { proc, type: "ok", room: 10, kind: "ChatMessageAction", seq: 5 } as const;
    return [
      { ...event, f: "live", value: proc === "ana" ? 1 : 2 },
      { ...event, f: "apply", value: { message: 102, person: 2, action: "like", isGiven: true } },
    ];
  };
  const like = { proc: "radu", f: "like", room: 10, id: 102, value: true } as const;
  const likes = { f: "likes", type: "ok", room: 10, id: 102, value: [2] } as const;
  const liked = (): readonly HistoryLine[] => {
    const ends = changed({ f: "reload" }, { seq: 5 }, changed({ f: "whole" }, { seq: 5 }));
    const added: [Match, NewLine][] = [
      [
        { f: "apply", key: "k2" },
        { ...like, type: "invoke" },
      ],
      [
        { f: "like", type: "invoke" },
        { ...like, type: "ok", seq: 5 },
      ],
      ...["ana", "radu"].flatMap((proc) => shown(proc).map((line): [Match, NewLine] => [{ f: "whole" }, line])),
      [
        { f: "stored", proc: "ana", key: "k2" },
        { ...likes, proc: "ana" },
      ],
      [
        { f: "stored", proc: "radu", key: "k2" },
        { ...likes, proc: "radu" },
      ],
      [
        { f: "row", seq: 4 },
        { proc: "database", f: "row", type: "ok", room: 10, seq: 5, kind: "action" },
      ],
    ];
    return added.reduce((lines, [match, line]) => after(match, line, lines), ends);
  };
  const bent = (match: Match, change: Match) => kindsIn(changed(match, change, liked()));

  test("[ACT-1] a like that is acknowledged, shown and found is sound", () => {
    expect(kindsIn(liked())).toEqual([]);
  });

  test("[ACT-1] an acknowledged like is lost if anybody does not find it", () => {
    expect(kindsIn(without({ f: "likes", proc: "ana" }, liked()))).toEqual(["lost"]);
    expect(kindsIn(without({ f: "likes" }, liked()))).toEqual(["lost"]);
    expect(kindsIn(without({ f: "apply", kind: "ChatMessageAction", proc: "ana" }, liked()))).toContain("gap");
  });

  test("[ACT-1] a like that was taken back and is still found is unexpected, and likes that are not all counted are lost", () => {
    expect(bent({ f: "like", type: "ok" }, { value: false })).toEqual(["unexpected"]);
    expect(bent({ f: "likes" }, { value: [0] })).toContain("lost");
  });

  test("[ACT-1d] a like that is shown differently from what is found, or before an earlier event, is a fault", () => {
    const other = { message: 102, person: 2, action: "like", isGiven: false };
    expect(bent({ f: "apply", kind: "ChatMessageAction", proc: "ana" }, { value: other })).toEqual(["lost"]);
    expect(bent({ f: "live", kind: "ChatMessageAction", proc: "ana" }, { seq: 3 })).toContain("duplicate-shown");
    // A message that does not name all of its likers cannot be compared.
    expect(bent({ f: "likes" }, { value: null })).toEqual([]);
  });
});
