import { afterEach, expect, test, vi } from "vitest";
import { parts } from "../parts.ts";
import { ana, radu, signedInAna, signedInRadu } from "../testing/people.ts";
import { announceMissingBy } from "../platform/late-component.ts";
import { type Outside, performLate } from "./part.ts";
import type { Participant } from "./entities.ts";
import type { Runners } from "./shape.ts";
import { createAppStore } from "./store.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function startLate() {
  let code = Promise.withResolvers<void>();
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
    await code.promise;
    return { lateParts: {}, lateRunners: { late } };
  };
  performLate({ store } as Outside, load, []);
  store.dispatch({ type: "session/restored", token: "anas-token", me: signedInAna });
  const loaded = (): void => {
    code.resolve();
    code = Promise.withResolvers<void>();
    code.resolve();
  };
  const missing = (error: Error): void => code.reject(error);
  const silence = (person: Participant) => store.dispatch({ type: "silence/due", person, isSilenced: true });
  return { store, performed, silence, loaded, missing };
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

test("[WEB-9b] a failure to load the effects' code is announced once, and they run once it loads", async () => {
  const { performed, silence, loaded, missing } = startLate();
  const announce = vi.fn<() => void>();
  announceMissingBy(announce);
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("document", { querySelectorAll: () => [] });
  missing(new Error("404"));
  silence(radu);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(announce).toHaveBeenCalledOnce();
  expect(performed).toEqual([]);
  loaded();
  await vi.advanceTimersByTimeAsync(2000);
  expect(performed).toEqual(["silences Radu Ion", "speaks en"]);
});
