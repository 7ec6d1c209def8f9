import { expect, test } from "vitest";
import { createCallerCache } from "./caller-cache.ts";
import { createFindCaller } from "./identify-caller.ts";
import type { SignInStore } from "./store.ts";
import { someUser as user } from "../testing/some-user.ts";

test("[SEC-4] a call that may not ask for its token says nothing to another call with the same one", async () => {
  let asked = 0;
  const store: Pick<SignInStore, "findTokenOwner" | "touchToken"> = {
    findTokenOwner: () => {
      asked += 1;
      return Promise.resolve({ user, lastUsedAt: 0 });
    },
    touchToken: () => Promise.resolve(),
  };
  const cache = createCallerCache({ hearing: () => 1, now: () => 0 });
  const find = createFindCaller(store, cache, () => 0);
  const mayNot = Promise.withResolvers<boolean>();
  const refused = find("token", () => mayNot.promise);
  const welcome = find("token", () => Promise.resolve(true));
  mayNot.resolve(false);
  expect([await refused, (await welcome)?.user.id]).toEqual([null, 7]);
  expect(asked).toBe(1);
});
