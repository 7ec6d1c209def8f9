import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, symlinkSync } from "node:fs";
import path from "node:path";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, test } from "vitest";
import { WEB_BUILT } from "./build-web.mjs";
import { plantTree } from "./planted-tree.ts";
import { root } from "./prepare.mjs";

const TREE = [
  "tooling",
  "protocol",
  "media",
  "embed",
  "web",
  "package.json",
  "package-lock.json",
  "tsconfig.base.json",
];

function cloneWithoutPage(): string {
  const folder = plantTree({});
  for (const each of TREE)
    cpSync(path.join(root, each), path.join(folder, each), {
      recursive: true,
      filter: (file) => !/\/(?:dist|\.cache|node_modules)$/.test(file),
    });
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  return folder;
}

const start = (folder: string) =>
  spawn(process.execPath, ["tooling/build-web.mjs"], { cwd: folder, detached: true, stdio: "ignore" });

test("[RUN-1e] a build that is killed at any point leaves nothing that looks complete, and the next build is complete", async () => {
  const folder = cloneWithoutPage();
  for (const file of ["", "assets", "index.html", "sw.js"]) {
    const build = start(folder);
    const ended = once(build, "exit");
    await expect.poll(() => existsSync(path.join(folder, "web/.cache/dist", file)), patient).toBe(true);
    process.kill(-(build.pid ?? 0), "SIGKILL");
    await ended;
    expect(existsSync(path.join(folder, "web/dist"))).toBe(false);
  }
  expect(await once(start(folder), "exit")).toEqual([0, null]);
  const whole = [WEB_BUILT, "web/dist/index.html", "web/dist/sw.js", "web/dist/index.html.br", "web/dist/embed.js"];
  expect(whole.filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
});
