import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { patient } from "@cuplaj/protocol/testing/test-clock.ts";
import { freePort } from "./free-port.ts";
import { type Engine, prepareRelease, startEngine, statusBy } from "./containers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The ids of `nobody`, if root runs the tests; otherwise null. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const [, , uid, gid] = /^nobody:.*$/mu.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The time limit for fetching Debian's packages, building images from them and starting those, ms. */
const containersMs = 1_800_000;

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
    // As in the unit, the compile cache is next to the data.
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

/** Reads the unit's `ExecStart`, and replaces its folder with this test's. */
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
  "[OPS-8][OPS-9] the image serves requests, and the commands of the chapter on containers work: install, upgrade and going back",
  async () => {
    const engine = await startEngine(join(folder, "engine"));
    try {
      await runChapter(engine);
      await expectSmallImage(engine);
    } finally {
      await engine.stop();
    }
  },
  containersMs,
);

async function runChapter(engine: Engine): Promise<void> {
  const port = await freePort();
  const backups = join(folder, "backups");
  const { env, docker } = chapterOn("In containers");
  const settings = `${env[0]?.replace("chat.example.ro", "localhost")}BACKUP_FOLDER=${backups}\n`;
  const [older, newer] = [join(folder, "opt", `cuplaj-${version}`), join(folder, "opt/cuplaj-0.2.0")];
  for (const to of [older, newer]) prepareRelease(installRelease(), { to, port, settings });
  const [install = "", upgrade = "", goBack = ""] = docker;
  const inOld = (lines: string): Promise<string> => engine.run(lines, join(older, "deploy"));
  const inNew = (lines: string): Promise<string> => engine.run(lines, join(newer, "deploy"));
  const untilReady = async (): Promise<void> =>
    await expect.poll(() => statusBy(port, "/readyz").catch(String), patient).toBe(200);

  const answered = install
    .replace(/(?<=^install .*)\/srv\/backups$/mu, backups)
    .replace(/^(?<words>.* user add .*)$/mu, "printf 'o parolă lungă' | $<words> --password-stdin");
  expect(await inOld(answered)).toContain("radu");
  await untilReady();
  await expect.poll(() => readdirSync(backups), patient).toContainEqual(expect.stringMatching(/^cuplaj-.*\.zst$/u));

  await inOld(upgrade);
  await untilReady();
  const list = "docker compose exec first cuplaj user list";
  const added =
    "printf 'o parolă lungă' | docker compose exec first cuplaj user add --username later --name L --kind erp";
  expect(await inNew(`${added} --password-stdin; ${list}`)).toMatch(/radu[^]*later/u);

  expect((await inNew("docker compose down")) + (await inOld(goBack))).toContain("Restored all that was stored");
  await untilReady();
  const people = await inOld(list);
  expect([people.includes("radu"), people.includes("later")]).toEqual([true, false]);
  await inOld("docker compose down");
}

/** Returns the code blocks of a chapter of the operators' document, by language. */
function chapterOn(heading: string): Readonly<Record<"env" | "docker", readonly string[]>> {
  const document = readFileSync(join(root, "docs/operations.md"), "utf8");
  const chapter = new RegExp(`^## ${heading}\n[^]*?(?=^## )`, "mu").exec(document)?.[0] ?? "";
  const blocks = (language: string): string[] =>
    [...chapter.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "gmu"))].map(([, body = ""]) => body);
  return { env: blocks("env"), docker: blocks("docker") };
}

/** OPS-8: expects that the image is small, and runs without a network or privileges, and with only its volume and `/tmp` writable. */
async function expectSmallImage({ run }: Engine): Promise<void> {
  const image = `cuplaj:${version}`;
  const [size, user] = (await run(`docker image inspect --format '{{.Size}} {{.Config.User}}' ${image}`)).split(" ");
  expect([Number(size) < 330e6, user?.trim()]).toEqual([true, "10001:10001"]);
  const bounds = "--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --network none";
  await run(`docker run --detach --name alone ${bounds} --env HOST=127.0.0.1 ${image}`);
  const health = "docker inspect --format '{{.State.Health.Status}}' alone";
  await expect.poll(() => run(health), patient).toBe("healthy\n");
  expect(
    await run(`docker exec alone node -p 'fs.readdirSync("/usr/bin")' && docker exec alone pg_dump --version`),
  ).toMatch(/^\[ 'sh' \]\npg_dump \(PostgreSQL\)/u);
  expect(await run("docker exec alone node -p 'fs.readdirSync(\"/opt/cuplaj/deploy\")'")).toBe("[ 'image' ]\n");
  await run("docker stop alone");
  expect(await run("docker inspect --format '{{.State.ExitCode}}' alone")).toBe("0\n");
}
