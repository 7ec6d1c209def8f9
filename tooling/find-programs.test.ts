import { chmodSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ensureProgram, PROGRAMS } from "./find-programs.mjs";
import { plantTree } from "./planted-tree.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("programs", () => {
  it("[RUN-2] takes the Chromium of CHROMIUM_PATH before any other", () => {
    const file = path.join(plantTree({ "my-chromium": "#!/bin/sh\n" }), "my-chromium");
    chmodSync(file, 0o755);
    vi.stubEnv("CHROMIUM_PATH", file);
    expect(ensureProgram(PROGRAMS.chromium, false)).toEqual({ path: file });
  });

  it("[RUN-2] passes over a CHROMIUM_PATH that is no program", () => {
    const file = path.join(plantTree({ "my-chromium": "" }), "my-chromium");
    vi.stubEnv("CHROMIUM_PATH", file);
    expect(ensureProgram(PROGRAMS.chromium, false)).not.toEqual({ path: file });
  });

  it("[RUN-2] says in one line what to install where a program is missing and may not be installed", () => {
    const missing = { ...PROGRAMS.redis, find: () => undefined };
    expect(ensureProgram(missing, false)).toEqual({
      problem: "the Redis server is missing: install it (Debian: apt-get install redis-server).",
    });
  });

  it("[RUN-2] names every package of a program that needs more than one", () => {
    const missing = { ...PROGRAMS.webkit, find: () => undefined };
    expect(ensureProgram(missing, false)).toEqual({
      problem: "WebKitGTK (or Xvfb) is missing: install it (Debian: apt-get install webkit2gtk-driver xvfb).",
    });
  });
});
