import { chmodSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findProgram, installMissingPrograms, PROGRAMS, programsOf } from "./find-programs.mjs";
import { plantTree } from "./planted-tree.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("programs", () => {
  it("[RUN-2] takes the Chromium of CHROMIUM_PATH before any other", () => {
    const file = path.join(plantTree({ "my-chromium": "#!/bin/sh\n" }), "my-chromium");
    chmodSync(file, 0o755);
    vi.stubEnv("CHROMIUM_PATH", file);
    expect(findProgram(PROGRAMS.chromium)).toEqual({ path: file });
  });

  it("[RUN-2] skips a CHROMIUM_PATH that is not a program", () => {
    const file = path.join(plantTree({ "my-chromium": "" }), "my-chromium");
    vi.stubEnv("CHROMIUM_PATH", file);
    expect(findProgram(PROGRAMS.chromium)).not.toEqual({ path: file });
  });

  it("[RUN-2] reports in one line what to install if a program is missing and cannot be installed", () => {
    const missing = { ...PROGRAMS.redis, find: () => undefined };
    expect(findProgram(missing)).toEqual({
      problem: "the Redis server is missing: install it (Debian: apt-get install redis-server).",
    });
  });

  it("[RUN-2] names every package of a program that needs more than one", () => {
    const missing = { ...PROGRAMS.webkit, find: () => undefined };
    expect(findProgram(missing)).toEqual({
      problem: "WebKitGTK (or Xvfb) is missing: install it (Debian: apt-get install webkit2gtk-driver xvfb).",
    });
  });

  const absent = { ...PROGRAMS.redis, find: () => undefined };
  const absentToo = { ...PROGRAMS.webkit, find: () => undefined };
  const present = { ...PROGRAMS.curl, find: () => "/usr/bin/curl" };

  it("[RUN-2] installs all missing programs in one go, and nothing else", async () => {
    const installed: (readonly string[])[] = [];
    await installMissingPrograms([absent, present, absentToo], true, (packages) => {
      installed.push(packages);
      return Promise.resolve(true);
    });
    expect(installed).toEqual([["redis-server", "webkit2gtk-driver xvfb"]]);
  });

  it("[RUN-2] installs missing programs one by one if installing them together fails", async () => {
    const installed: (readonly string[])[] = [];
    await installMissingPrograms([absent, absentToo], true, (packages) => {
      installed.push(packages);
      return Promise.resolve(false);
    });
    expect(installed.slice(1)).toEqual([["redis-server"], ["webkit2gtk-driver xvfb"]]);
  });

  it("[RUN-2] installs Chromium, a PostgreSQL and Redis for the gate, and more for the full run", () => {
    expect(programsOf("gate").map(({ debianPackage }) => debianPackage)).toEqual([
      ...["chromium", "chromium-headless-shell", "postgresql", "redis-server"],
    ]);
    expect(programsOf("full")).toEqual(Object.values(PROGRAMS));
  });

  it("[RUN-2] installs nothing without permission", async () => {
    const install = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    await installMissingPrograms([absent], false, install);
    expect(install).not.toHaveBeenCalled();
  });
});
