import { afterEach, expect, test, vi } from "vitest";
import { parts } from "../parts.ts";
import { ana, radu, signedInAna, signedInRadu } from "../testing/people.ts";
import { type Outside, performLate } from "./part.ts";
import type { Participant } from "./entities.ts";
import type { Runners } from "./shape.ts";
import { createAppStore } from "./store.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startLate() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const performed: string[] = [];
  const store = createAppStore({
    parts,
    context: () => ({ now: 0, timestamp: "2026-11-30T12:00:00.000Z", newId: () => "id" }),
    report: (error) => {
      throw error;
    },
  });
  const late = (): Partial<Runners> => ({
    "call-silence": ({ person }) => {
      performed.push(`silences ${person.name}`);
      store.dispatch({ type: "language/chosen", language: "en" });
    },
    "call-change-language": ({ language }) => void performed.push(`speaks ${language}`),
  });
  const load = async () => {
    await promise;
    return { late };
  };
  performLate({ store } as Outside, load, []);
  store.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  const silence = (person: Participant) => store.dispatch({ type: "silence/due", person, isSilenced: true });
  return { store, performed, silence, loaded: resolve, missing: reject };
}

test("[SIGN-9] effects dispatched before their code loads run once, and so do those they cause", async () => {
  const { performed, silence, loaded } = startLate();
  silence(radu);
  expect(performed).toEqual([]);
  loaded();
  await expect.poll(() => performed).toEqual(["silences Radu Ion", "speaks en"]);
});

test("[SIGN-9] effects of a person who signed out before the code loaded never run", async () => {
  const { store, performed, silence, loaded } = startLate();
  silence(radu);
  store.dispatch({ type: "session/begun-elsewhere", token: "radus-token", me: signedInRadu });
  silence(ana);
  loaded();
  await expect.poll(() => performed).toEqual(["silences Ana Pop", "speaks en"]);
});

test("[WEB-9b] tells once when their code does not load", async () => {
  const { store, silence, missing } = startLate();
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { querySelectorAll: () => [] });
  silence(radu);
  silence(ana);
  missing(new Error("404"));
  await vi.runAllTimersAsync();
  expect(store.getState().alerts).toMatchObject([{ type: "danger", text: { key: "alerts.codeMissing" } }]);
});
