import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedProfile } from "./browser.ts";
import { bubbles, composer, fillSignIn, openRoom, say } from "./people.ts";
import { expectMessages, holdUpSends, sent, startTalk, type Talk, waiting } from "./talk.ts";
import { storedKeys } from "./worker-page.ts";

let talk: Talk;
let folder: string;

beforeAll(async () => {
  [talk, folder] = await Promise.all([startTalk(), mkdtemp(join(tmpdir(), "cuplaj-profile-"))]);
});
afterAll(async () => {
  await talk.end();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Kills all browser processes that use this profile, as the system does when memory is short. */
async function kill(profile: BrowserContext): Promise<void> {
  const closed = new Promise((resolve) => profile.once("close", resolve));
  const processes = execFileSync("ps", ["-ww", "-eo", "pid=,args="], { encoding: "utf8" }).split("\n");
  for (const line of processes.filter((each) => each.includes(`--user-data-dir=${folder}`))) {
    try {
      process.kill(Number.parseInt(line, 10), "SIGKILL");
    } catch {
      // The process has already ended with its parent.
    }
  }
  await closed;
}

test("[SEND-1c] a message stored before the browser is killed is in the outbox at the next start, and is sent once", async () => {
  const { link, radu } = talk;
  const text = "Scris înainte de cădere 1";
  const first = await storedProfile(folder);
  const signIn = await first.newPage();
  await signIn.goto(`${link.address}/login`);
  await fillSignIn(signIn, "ana", "demo");
  await openRoom(signIn, 10_001);
  // The profile is closed properly, so that the session is on disk.
  await first.close();

  const second = await storedProfile(folder);
  const written = await second.newPage();
  await written.goto(`${link.address}/view/oferta.10001`);
  await composer(written).waitFor();
  link.cut();
  await say(written, text);
  await bubbles(written, text).waitFor();
  // SEND-1c: local storage reaches the disk within a second.
  await expect.poll(() => storedKeys(written, "cuplaj.outbox")).toHaveLength(1);
  await kill(second);
  link.mend();
  expect(await bubbles(radu, text).count()).toBe(0);

  const third = await storedProfile(folder);
  const next = await third.newPage();
  await holdUpSends(next);
  await next.goto(`${link.address}/view/oferta.10001`);
  await waiting(next, text).waitFor();
  await expectMessages(next, "Scris înainte de cădere", [text]);
  await third.unrouteAll();
  await sent(next, text).waitFor();
  for (const page of [next, radu]) await expectMessages(page, "Scris înainte de cădere", [text]);
  await third.close();
});
