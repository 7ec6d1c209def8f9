import { expect, test } from "vitest";
import { silentLog } from "../kernel/log.ts";
import { FakeClock } from "../testing/realtime/fake-clock.ts";
import { type CallApi, createDemoLife, demoScenes } from "./demo-life.ts";

const mihai = { who: 2, what: "main", from: null };

test("[RUN-9h] the demo plays once after the first sign-in, without the lines of the person who signed in, and stops", async () => {
  const clock = new FakeClock();
  const called: string[] = [];
  const call: CallApi = ({ method, path, body = {} }) => {
    called.push(`${method} ${path}`);
    const id = "username" in body && body.username === "mihai" ? 2 : 7;
    return Promise.resolve({ token: "a", user: { id }, oferta: { version: 3, lines: [] } });
  };
  const life = createDemoLife({ call, clock, log: silentLog });
  clock.advance(60_000);
  life.note("sign-in.failed", mihai);
  expect(clock.timerCount).toBe(0);
  life.note("sign-in.succeeded", mihai);
  life.note("sign-in.succeeded", mihai);
  expect(clock.timerCount).toBe(demoScenes.length);
  clock.advance(60_000);
  await life.stop();
  const counted = (path: string): number => called.filter((each) => each.includes(path)).length;
  expect([counted("login"), counted("publish"), counted("PUT"), counted("logout")]).toEqual([5, 3, 1, 5]);
  life.note("sign-in.succeeded", mihai);
  expect(clock.timerCount).toBe(0);
});
