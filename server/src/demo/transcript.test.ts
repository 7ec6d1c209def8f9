import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { demoOffers } from "./content/demo-offers.ts";
import { readTranscript } from "./transcript.ts";

const saturdayNoon = Date.UTC(2026, 10, 21, 12, 40);
const moments = fc.integer({ min: Date.UTC(2025, 7, 1), max: Date.UTC(2030, 0, 1) });

describe("readTranscript", () => {
  test("[RUN-9] a conversation is dated by days and Romanian time, its end by minutes before now", () => {
    const messages = readTranscript(
      `
      2d 08:12 ana: Bună dimineața!
      -14m radu: Bună, Ana: 812,40 lei + TVA.
      `,
      saturdayNoon,
    );
    expect(messages).toMatchObject([
      { author: "ana", kind: "message", body: "Bună dimineața!" },
      { author: "radu", kind: "message", body: "Bună, Ana: 812,40 lei + TVA." },
    ]);
    expect(messages.map(({ at }) => new Date(at).toISOString().slice(0, 16))).toEqual([
      "2026-11-19T06:12",
      "2026-11-21T12:26",
    ]);
  });

  test("[RUN-9] a line can also like the message above, take over, hand over, release, and decide", () => {
    const lines = readTranscript(
      `
      2d 08:12 ana: Bună dimineața! takes over
      2d 08:13 radu takes over
      2d 08:14 radu hands over to ioana: Preia tu: sunt la drum.
      2d 08:15 ioana releases
      2d 08:16 mia likes
      2d 08:17 ana decides
      `,
      saturdayNoon,
    );
    expect(lines.map(({ at: _at, ...line }) => line)).toEqual([
      { author: "ana", kind: "message", body: "Bună dimineața! takes over", photo: null },
      { author: "radu", kind: "takes over" },
      { author: "radu", kind: "hands over", to: "ioana", note: "Preia tu: sunt la drum." },
      { author: "ioana", kind: "releases" },
      { author: "mia", kind: "likes" },
      { author: "ana", kind: "decides" },
    ]);
  });

  test("[RUN-9] a message can have a photo before its text, or only a photo", () => {
    expect(readTranscript("1d 08:12 ana: [curea] Crăpată.\n1d 08:13 ana: [curea]", saturdayNoon)).toMatchObject([
      { kind: "message", body: "Crăpată.", photo: "curea" },
      { kind: "message", body: "", photo: "curea" },
    ]);
    expect(() => readTranscript("1d 08:12 ana: [volan] Crăpată.", saturdayNoon)).toThrow("volan");
  });

  test("[RUN-9] a malformed line, or one of an unknown person, throws", () => {
    expect(() => readTranscript("1d 08:12 ion: Bună", saturdayNoon)).toThrow("ion");
    expect(() => readTranscript("ieri ana: Bună", saturdayNoon)).toThrow("ieri");
    expect(() => readTranscript("1d 08:12 ana dances", saturdayNoon)).toThrow("dances");
    expect(() => readTranscript("1d 08:12 radu hands over to ion: Bună", saturdayNoon)).toThrow("ion");
  });

  test("[RUN-9] at any loading time, messages of a conversation ascend in time and end in the past", () => {
    fc.assert(
      fc.property(moments, (now) => {
        for (const { talk } of demoOffers) {
          const times = readTranscript(talk?.transcript ?? "", now).map(({ at }) => at);
          expect(times.every((at, index) => at < now && at > (times[index - 1] ?? 0))).toBe(true);
        }
      }),
    );
  });

  test("[RUN-9] at any loading time, clamping moves no message by more than a minute", () => {
    fc.assert(
      fc.property(moments, (now) => {
        for (const { talk } of demoOffers) {
          for (const { at, minutesAgo } of ends(talk?.transcript ?? "", now)) {
            expect(Math.abs(now - minutesAgo * 60_000 - at)).toBeLessThan(61_000);
          }
        }
      }),
    );
  });
});

function ends(transcript: string, now: number): readonly { at: number; minutesAgo: number }[] {
  const lines = transcript.split("\n").filter((line) => line.trim() !== "");
  return readTranscript(transcript, now).flatMap(({ at }, index) => {
    const minutes = /^\s*-(\d+)m/u.exec(lines[index] ?? "")?.[1];
    return minutes === undefined ? [] : [{ at, minutesAgo: Number(minutes) }];
  });
}
