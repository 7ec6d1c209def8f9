import { expect, test } from "vitest";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { endOfTick } from "./clock.ts";
import { Turns } from "./turns.ts";

const [ana, mihai, vlad] = [1, 2, 3];

function start(atOnce: number) {
  const [turns, begun] = [new Turns(atOnce), [] as string[]];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await new Promise<void>((resolve, reject) => {
      ends.set(name, (error) => (error ? reject(error) : resolve()));
    });
    return name;
  };
  const end = async (name: string, error?: Error): Promise<void> => {
    ends.get(name)?.(error);
    await endOfTick();
  };
  return { turns, begun, work, end, run: (who: number, name: string) => turns.run(who, work(name)) };
}

test("[SEC-5g] a few run at once, one per person, and a person with many items waits behind others with few", async () => {
  const { run, begun, end } = start(2);
  for (const name of ["a1", "a2", "a3"]) void run(ana, name);
  void run(mihai, "m1");
  for (const name of ["v1", "v2"]) void run(vlad, name);
  expect(begun).toEqual(["a1", "m1"]);
  for (const name of ["a1", "m1", "a2", "v1", "a3", "v2"]) await end(name);
  expect(begun).toEqual(["a1", "m1", "v1", "a2", "a3", "v2"]);
});

test("[SEC-5g] a person's next item waits for their current one, even if there is room", async () => {
  const { run, begun, end } = start(4);
  for (const name of ["a1", "a2"]) void run(ana, name);
  expect(begun).toEqual(["a1"]);
  await end("a1");
  expect(begun).toEqual(["a1", "a2"]);
});

test("[SEC-5g] failing work makes room", async () => {
  const { run, begun, end } = start(1);
  const failed = run(ana, "a1").catch(() => "failed");
  const done = run(mihai, "m1");
  await end("a1", new Error("a statement failed"));
  await end("m1");
  expect([await failed, await done, begun]).toEqual(["failed", "m1", ["a1", "m1"]]);
});

test("[SEC-5g] a caller that waits too long, or behind too many, gets no turn, and takes none from others", async () => {
  const { turns, begun, work, end, run } = start(1);
  const clock = new FakeClock();
  const limits = { clock, waitMsMax: 1000, waitingMax: 1 };
  const within = (who: number, name: string) => turns.runWithin(limits, who, work(name));
  const [under, late] = [within(ana, "a1"), within(mihai, "m1")];
  expect(await within(vlad, "v1")).toBeNull();
  clock.advance(1000);
  expect(await late).toBeNull();
  const next = within(vlad, "v2");
  clock.advance(999);
  await end("a1");
  await end("v2");
  expect([await under, await next, begun, clock.timerCount]).toEqual(["a1", "v2", ["a1", "v2"], 0]);
  const last = run(mihai, "m2");
  await end("m2");
  expect(await last).toBe("m2");
});
