import { expect, onTestFinished, test, vi } from "vitest";
import { CommandError } from "./frame-link.ts";
import { createHostSignIn, type GetToken } from "./host-sign-in.ts";

/** Opens a host with this `getToken`, and records the commands it sends. */
function openHost(getToken: GetToken, answer: () => Promise<void> = async () => undefined) {
  const asked: unknown[] = [];
  const errors: unknown[] = [];
  let late = (): void => undefined;
  vi.stubGlobal("reportError", (error: unknown) => errors.push(error));
  onTestFinished(() => void vi.unstubAllGlobals());
  const signIn = createHostSignIn(
    getToken,
    {
      commandFirst: async (action, payload) => {
        asked.push([action, payload]);
        await answer();
      },
    },
    {
      later: (_ms, call) => {
        late = call;
        return () => undefined;
      },
    },
  );
  return { signIn, asked, errors, late: () => late() };
}

test("[EMB-4h] signs in with the host's token, or out without asking about unsent messages", async () => {
  const tokens = ["one", null];
  const { signIn, asked } = openHost(async () => tokens.shift() ?? null);
  await signIn();
  await signIn();
  expect(asked).toEqual([
    ["signIn", { token: "one" }],
    ["signOut", { unsent: "keep" }],
  ]);
});

test("[EMB-4h] asks the host once at a time", async () => {
  let times = 0;
  const { signIn, asked } = openHost(async () => `${(times += 1)}`);
  await Promise.all([signIn(), signIn()]);
  expect([times, asked.length]).toEqual([1, 1]);
  await signIn();
  expect(times).toBe(2);
});

test("[EMB-4h] if getToken fails or takes 10 s, nothing changes and the error is reported", async () => {
  const failing = openHost(() => Promise.reject(new Error("no network")));
  await failing.signIn();
  expect([failing.asked, failing.errors]).toEqual([[], [new Error("no network")]]);
  const silent = openHost(() => new Promise(() => undefined));
  const ended = silent.signIn();
  silent.late();
  await ended;
  expect([silent.asked, silent.errors.length]).toEqual([[], 1]);
});

test("[EMB-4h] does not report the frame's refusals as errors of the host's page", async () => {
  const { signIn, errors } = openHost(
    async () => "token",
    () => Promise.reject(new CommandError("refused")),
  );
  await signIn();
  expect(errors).toEqual([]);
});
