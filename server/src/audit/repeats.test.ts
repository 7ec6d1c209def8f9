import { expect, test } from "vitest";
import { newEntry } from "./new-entry.ts";
import { Repeats } from "./repeats.ts";

const failure = (n: number, who: number | null = null) =>
  newEntry("sign-in.failed", { who, what: "main", from: `192.0.2.${n}`, by: "nobody" }, n);
const refusal = (who: number, what: string) => newEntry("access.refused", { who, what, from: "192.0.2.1" }, 0);

test("[AUD-1b] a repeated event makes one entry at once, and a later one with the number and last details of repetitions", () => {
  const repeats = new Repeats();
  expect(repeats.take(failure(1))).toEqual(failure(1));
  for (let n = 0; n < 24; n += 1) expect(repeats.take({ ...failure(1), created_at: `later ${n}` })).toBeNull();
  expect(repeats.take(failure(1, 7))).toMatchObject({ about: { type: "participant", id: 7 }, participant_id: null });
  expect(repeats.end()).toEqual([{ ...failure(1), created_at: "later 23", times: 24 }]);
  expect(repeats.end()).toEqual([]);
  expect(repeats.take(failure(1))).toEqual(failure(1));
});

test("[AUD-1b] strangers from many addresses make 200 entries and a count, and crowd out no account's", () => {
  const repeats = new Repeats();
  const taken = Array.from({ length: 5000 }, (_, n) => repeats.take(failure(n))).filter((entry) => entry !== null);
  expect(taken).toHaveLength(200);
  expect(repeats.take(refusal(7, "listAudit"))).not.toBeNull();
  expect(repeats.end()).toEqual([
    { ...failure(4999), address: null, detail: "more", created_at: failure(4999).created_at, times: 4800 },
  ]);
});

test("[AUD-1b] one account makes 300 entries and a count, and crowds out no other's", () => {
  const repeats = new Repeats();
  const taken = Array.from({ length: 5000 }, (_, n) => repeats.take(refusal(7, `call ${n}`)));
  expect(taken.filter((entry) => entry !== null)).toHaveLength(300);
  expect(repeats.take(refusal(8, "listAudit"))).not.toBeNull();
  expect(repeats.end()).toMatchObject([{ participant_id: 7, address: null, times: 4700 }]);
});
