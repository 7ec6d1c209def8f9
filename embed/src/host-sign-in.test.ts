import { expect, onTestFinished, test, vi } from "vitest";
import { CommandError } from "./frame-link.ts";
import { createHostSignIn, type GetToken } from "./host-sign-in.ts";

/** A host with this server, and what it has asked of the frame. */
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

test("[EMB-4h] the host's token signs in, and where nobody is signed in there nobody is asked what becomes of what is unsent", async () => {
  const tokens = ["one", null];
  const { signIn, asked } = openHost(async () => tokens.shift() ?? null);
  await signIn();
  await signIn();
  expect(asked).toEqual([
    ["signIn", { token: "one" }],
    ["signOut", { unsent: "keep" }],
  ]);
});

test("[EMB-4h] the host is asked once at a time", async () => {
  let times = 0;
  const { signIn, asked } = openHost(async () => `${(times += 1)}`);
  await Promise.all([signIn(), signIn()]);
  expect([times, asked.length]).toEqual([1, 1]);
  await signIn();
  expect(times).toBe(2);
});

test("[EMB-4h] a host that cannot say who is there, or takes longer than 10 s, changes nothing and learns of it", async () => {
  const failing = openHost(() => Promise.reject(new Error("no network")));
  await failing.signIn();
  expect([failing.asked, failing.errors]).toEqual([[], [new Error("no network")]]);
  const silent = openHost(() => new Promise(() => undefined));
  const ended = silent.signIn();
  silent.late();
  await ended;
  expect([silent.asked, silent.errors.length]).toEqual([[], 1]);
});

test("[EMB-4h] what the frame refuses is no error of the host's page", async () => {
  const { signIn, errors } = openHost(
    async () => "token",
    () => Promise.reject(new CommandError("refused")),
  );
  await signIn();
  expect(errors).toEqual([]);
});
