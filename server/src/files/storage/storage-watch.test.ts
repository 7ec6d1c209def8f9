import { onTestFinished, expect, test } from "vitest";
import { endOfTick } from "../../kernel/clock.ts";
import { FakeClock } from "../../testing/realtime/fake-clock.ts";
import type { ObjectStorage } from "./object-storage.ts";
import { StorageProblem } from "./storage-problem.ts";
import { watchStorage } from "./storage-watch.ts";

const failure = (code: string): Error => Object.assign(new Error(code), { code });

function watch() {
  const [clock, lines, counted] = [new FakeClock(), [] as unknown[], [] as string[]];
  const answer: { probe: () => Promise<number | null> } = { probe: async () => 1000 };
  const write = (fields: object, sentence: string): void => void lines.push([sentence, fields]);
  const storage: Pick<ObjectStorage, "probe"> = { probe: () => answer.probe() };
  const watched = watchStorage({
    storages: { current: async () => ({ id: "it", storage: storage as ObjectStorage }) },
    uploadBytesMax: 100,
    clock,
    log: { info: write, warn: write, error: write } as unknown as Parameters<typeof watchStorage>[0]["log"],
    countError: (kind) => counted.push(kind),
  });
  watched.start();
  onTestFinished(() => watched.stop());
  const after = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await endOfTick();
  };
  return { ...watched, answer, lines, counted, after };
}

const away = async (): Promise<never> => {
  throw new StorageProblem("away", failure("ECONNREFUSED"));
};

test("[OPS-6] a storage that becomes unreachable is noticed by the next probe, and logged every 30 s and once more when it is back", async () => {
  const { answer, after, trouble, freeBytes, lines, counted } = watch();
  await endOfTick();
  expect([trouble(), freeBytes()]).toEqual([null, 1000]);
  answer.probe = away;
  await after(10_000);
  expect([trouble(), freeBytes()]).toEqual(["away", null]);
  for (let time = 0; time < 4; time += 1) await after(10_000);
  answer.probe = async () => null;
  await after(10_000);
  expect([trouble(), freeBytes()]).toEqual([null, null]);
  expect(lines).toEqual([
    ["no file can be stored", { count: 1, reason: "ECONNREFUSED" }],
    ["no file can be stored", { count: 3, reason: "ECONNREFUSED" }],
    ["files can be stored again", { count: 1 }],
  ]);
  expect(counted).toEqual(Array.from({ length: 5 }, () => "away"));
});

test("[OPS-6a] each change of the trouble is announced once, whether a probe or an upload found it", async () => {
  const { answer, after, note, onChange } = watch();
  const received: unknown[] = [];
  onChange((trouble) => received.push(trouble));
  await endOfTick();
  expect(received).toEqual([]);
  answer.probe = away;
  for (let time = 0; time < 2; time += 1) await after(10_000);
  note(failure("ENOSPC"));
  answer.probe = async () => 1000;
  for (let time = 0; time < 2; time += 1) await after(10_000);
  expect(received).toEqual(["away", "full", null]);
});

test("[OPS-6] a failed upload is noticed and logged at once, until a probe succeeds", async () => {
  const { after, note, trouble, lines, counted } = watch();
  note(failure("ENOSPC"));
  expect([trouble(), counted]).toEqual(["full", ["full"]]);
  expect(lines).toEqual([["no file can be stored", { count: 1, reason: "ENOSPC" }]]);
  await after(10_000);
  expect(trouble()).toBe(null);
});

test("[OPS-6] less free space than one upload may take counts as full", async () => {
  const { answer, after, trouble } = watch();
  answer.probe = async () => 99;
  await after(10_000);
  expect(trouble()).toBe("full");
  answer.probe = async () => 100;
  await after(10_000);
  expect(trouble()).toBe(null);
});

test("[OPS-6] a probe that fails in an unknown way counts as away until one succeeds", async () => {
  const { answer, after, trouble, lines } = watch();
  await endOfTick();
  answer.probe = () => Promise.reject(failure("EHOSTDOWN"));
  await after(10_000);
  expect([trouble(), lines]).toEqual(["away", [["no file can be stored", { count: 1, reason: "EHOSTDOWN" }]]]);
  answer.probe = async () => 1000;
  await after(10_000);
  expect(trouble()).toBe(null);
});

test("[OPS-6] an error that is not the storage's changes nothing and is rethrown", () => {
  const { note, trouble } = watch();
  expect(() => note(new Error("a bug"))).toThrow("a bug");
  expect(trouble()).toBe(null);
});
