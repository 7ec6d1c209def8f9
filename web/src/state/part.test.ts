import { expect, test } from "vitest";
import { parts } from "../parts.ts";
import { radu, signedInAna, signedInRadu } from "../testing/people.ts";
import { type Outside, performLate } from "./part.ts";
import type { Effect } from "./shape.ts";
import { createAppStore } from "./store.ts";

const silenced = { person: radu, isSilenced: true } as const;

function startLate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const performed: string[] = [];
  const store = createAppStore({
    parts,
    context: () => ({ now: 0, timestamp: "2026-11-30T12:00:00.000Z", newId: () => "id" }),
    report: (error) => {
      throw error;
    },
  });
  const note = ({ type }: Effect): void => void performed.push(type);
  const outside = { store } as Outside;
  const load = async () => {
    await promise;
    return {
      late: () => ({
        "call-silence": (effect: Effect<"call-silence">) => {
          note(effect);
          store.dispatch({ type: "language/chosen", language: "en" });
        },
        "call-change-language": note,
      }),
    };
  };
  performLate(outside, load, []);
  store.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  const loaded = async (): Promise<void> => {
    resolve();
    await new Promise((done) => setTimeout(done));
  };
  return { store, performed, loaded };
}

test("[SIGN-9] effects dispatched before their code loads run once, and so do those they cause", async () => {
  const { store, performed, loaded } = startLate();
  store.dispatch({ type: "silence/due", ...silenced });
  expect(performed).toEqual([]);
  await loaded();
  expect(performed).toEqual(["call-silence", "call-change-language"]);
});

test("[SIGN-9] effects of a person who signed out before the code loaded never run", async () => {
  const { store, performed, loaded } = startLate();
  store.dispatch({ type: "silence/due", ...silenced });
  store.dispatch({ type: "session/begun-elsewhere", token: "radus-token", me: signedInRadu });
  await loaded();
  expect(performed).toEqual([]);
});
