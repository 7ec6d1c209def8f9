import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { makeImage, runImage } from "./image-steps.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The ids of `nobody`, if root runs the tests; otherwise null. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const [, , uid, gid] = /^nobody:.*$/mu.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The limit for fetching and installing Debian's packages, ms. */
const packagesMs = 300_000;

let folder: string;
let tarball: string;
let version: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cuplaj-release-"));
  chmodSync(folder, 0o755);
  const words = [join(root, "tooling/release.mjs"), "--untagged", "--to", folder];
  tarball = execFileSync(process.execPath, words, { encoding: "utf8" }).trim();
  version = /cuplaj-(\d+\.\d+\.\d+)-/u.exec(tarball)?.[1] ?? "";
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function installRelease(): string {
  execFileSync("tar", ["-C", folder, "-xzf", tarball]);
  const tree = join(folder, `cuplaj-${version}`);
  execFileSync("chmod", ["-R", "a-w", tree]);
  return tree;
}

async function untilReady(child: ChildProcessByStdio<null, Readable, Readable>) {
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    child.stdout.on("data", (text: Buffer) => {
      said += text.toString();
      const found = /Cuplaj is ready: (\S+)\/"/u.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`it did not start:\n${said}`)));
  });
  const stop = async (): Promise<number | null> => {
    child.kill("SIGTERM");
    return await ended;
  };
  return { url, stop };
}

/** Starts the release as its systemd unit does, without npm on the path. */
function startRelease(tree: string, dataDir: string) {
  const { path, args } = unitCommand(tree);
  const child = spawn(path, args, {
    ...unprivileged(),
    cwd: tree,
    // The unit's compile cache, next to the data.
    env: {
      PATH: "/nowhere",
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT: "0",
      NODE_COMPILE_CACHE: `${dataDir}-cache`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return untilReady(child);
}

/** The unit's `ExecStart`, with this test's folder. */
function unitCommand(tree: string): { readonly path: string; readonly args: readonly string[] } {
  const unit = readFileSync(join(tree, "deploy/cuplaj.service"), "utf8");
  const [path = "", ...args] = (/^ExecStart=(.+)$/mu.exec(unit)?.[1] ?? "").replaceAll("/opt/cuplaj", tree).split(" ");
  return { path, args };
}

test("[OPS-3][OPS-4d] a release under 330 MB starts read-only and without npm, creates its database and starts on it again", async () => {
  const tree = installRelease();
  const [size = ""] = execFileSync("du", ["-sm", tree], { encoding: "utf8" }).split("\t");
  expect(Number(size)).toBeLessThan(330);
  const unit = join(folder, "cuplaj.service");
  writeFileSync(unit, readFileSync(join(tree, "deploy/cuplaj.service"), "utf8").replaceAll("/opt/cuplaj", tree));
  execFileSync("systemd-analyze", ["verify", unit]);
  const dataDir = join(folder, "data");
  const account = unprivileged();
  for (const made of [dataDir, `${dataDir}-cache`]) {
    mkdirSync(made, { mode: 0o700 });
    if (account !== null) chownSync(made, account.uid, account.gid);
  }

  const first = await startRelease(tree, dataDir);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${first.url}/`)).text()).toContain("<title>Cuplaj");
  expect(await first.stop()).toBe(0);

  const again = await startRelease(tree, dataDir);
  expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  expect(await again.stop()).toBe(0);
  expect(execFileSync("find", [tree, "-newer", join(dataDir, "postgres/PG_VERSION")], { encoding: "utf8" })).toBe("");
});

test.runIf(process.getuid?.() === 0)(
  "[OPS-4d] the steps of the image, run in a root folder of Debian's packages, make one that serves",
  async () => {
    const file = join(root, "deploy/Dockerfile");
    const image = makeImage(file, { root: join(folder, "image"), context: folder, version });
    expect([image.user, image.env["DATA_DIR"]]).toEqual(["cuplaj", "/var/lib/cuplaj"]);
    const { url, stop } = await untilReady(runImage(image, { HOST: "127.0.0.1", PORT: "0" }));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await stop()).toBe(0);
    expect(statSync(join(folder, "image/var/lib/cuplaj/postgres")).uid).not.toBe(0);
  },
  packagesMs,
);

test("[OPS-4d] compose accepts the file for two processes with PostgreSQL, Redis and caddy", () => {
  cpSync(join(root, "deploy"), join(folder, "deploy"), { recursive: true });
  mkdirSync(join(folder, "dist"));
  const secrets = { POSTGRES_PASSWORD: "one", REDIS_PASSWORD: "two", METRICS_TOKEN: "a-token-for-the-monitor" };
  const env = { PATH: process.env["PATH"], CUPLAJ_NAME: "chat.example.ro", CUPLAJ_VERSION: version, ...secrets };
  const words = ["-f", join(folder, "deploy/compose.yaml"), "config", "--services"];
  const started = execFileSync("docker-compose", words, { env, encoding: "utf8" }).trim().split("\n");
  expect(started.toSorted()).toEqual(["caddy", "first", "postgres", "redis", "second"]);
});
