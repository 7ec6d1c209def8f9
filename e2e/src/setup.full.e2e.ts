import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { bootMachine } from "./booted-machine.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "cuplaj-setup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each tarball is made once, for the first test that needs it. */
const made = { first: "", next: "" };
const firstRelease = (): string => (made.first ||= releaseAsItStands());
const nextRelease = (): string => (made.next ||= releaseByThePage());

function releaseAsItStands(): string {
  const words = [join(root, "tooling/release.mjs"), "--untagged", "--to", folder];
  return execFileSync(process.execPath, words, { encoding: "utf8" }).trim();
}

test("[OPS-3d] every relative link in a release's documents leads to a file of the release", () => {
  execFileSync("tar", ["-C", folder, "-xzf", firstRelease(), "--exclude=*/node_modules/*"]);
  const [tree = ""] = globSync("cuplaj-*/", { cwd: folder });
  const pages = globSync("**/*.md", { cwd: join(folder, tree) });
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/operations.md", "docs/settings.md"]));
  const links = pages.flatMap((page) => {
    const text = readFileSync(join(folder, tree, page), "utf8").replaceAll(/^```[\s\S]*?^```/gmu, "");
    return Array.from(text.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/gu), ([, target = ""]) => join(dirname(page), target));
  });
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((target) => !existsSync(join(folder, tree, target)))).toEqual([]);
});

/** Follows the contributors' page in a clone. Writes the full run's record instead of spending an hour on the run. */
function releaseByThePage(): string {
  const [bare, clone] = [join(folder, "origin.git"), join(folder, "clone")];
  execFileSync("git", ["clone", "--quiet", "--bare", root, bare]);
  execFileSync("git", ["clone", "--quiet", bare, clone]);
  writeFileSync(join(clone, ".git/info/exclude"), "/node_modules\n");
  symlinkSync(join(root, "node_modules"), join(clone, "node_modules"));
  const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
  const steps = /^## A release\n[\s\S]*?^```sh\n([\s\S]*?)^```/mu.exec(page)?.[1] ?? "";
  expect(steps).toContain("\nnpm run test:full\n");
  const record = `{"commit":"'$(git rev-parse HEAD)'","failed":0}`;
  const recorded = `mkdir -p .cache && echo '${record}' > .cache/full-run.json`;
  const git = { GIT_AUTHOR_NAME: "x", GIT_AUTHOR_EMAIL: "x@example.ro", GIT_COMMITTER_NAME: "x" };
  const env = { ...process.env, ...git, GIT_COMMITTER_EMAIL: "x@example.ro" };
  const commands = steps.replace("npm run test:full", recorded);
  execFileSync("bash", ["-ec", commands], { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"] });
  const [packed = ""] = globSync("dist/cuplaj-0.2.0-*.tar.gz", { cwd: clone });
  const pushed = execFileSync("git", ["-C", bare, "tag", "--points-at", "HEAD"], { encoding: "utf8" });
  expect([packed, pushed]).toEqual([expect.stringContaining("0.2.0"), "v0.2.0\n"]);
  return join(clone, packed);
}

test("[OPS-3c] the commands of the contributors' page lead from a commit to a pushed tag and a tarball", () => {
  expect(execFileSync("tar", ["-xOzf", nextRelease(), "cuplaj-0.2.0/package.json"], { encoding: "utf8" })).toContain(
    '"version":"0.2.0"',
  );
});

/** Creates a certificate such as an operator would have. Only root may read its key. */
function makeCertificate(ssl: string): void {
  mkdirSync(ssl, { recursive: true });
  const words = ["-subj", "/CN=chat.example.ro", "-addext", "subjectAltName=DNS:chat.example.ro"];
  const files = ["-keyout", join(ssl, "chat.key"), "-out", join(ssl, "chat.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...words, ...files], { stdio: "ignore" });
}

const answers = "--address chat.example.ro --tls nginx --certificate /etc/ssl/chat.pem --key /etc/ssl/chat.key";

test.runIf(process.getuid?.() === 0)(
  "[SETUP-1][SETUP-1a][SETUP-1b] setup installs, repeats and upgrades on a machine that runs systemd and nginx",
  async () => {
    const machine = await bootMachine(join(folder, "machine"));
    onTestFinished(() => machine.stop());
    const install = (file: string, version: string): string => {
      cpSync(file, machine.inside(`root/${basename(file)}`));
      const { exitCode } = machine.run(`tar -C /opt -xzf /root/${basename(file)} --no-same-owner`);
      expect(exitCode).toBe(0);
      return `/opt/cuplaj-${version}/deploy/cuplaj setup --yes`;
    };
    const fetched = (path: string): string =>
      machine.run(
        `NODE_EXTRA_CA_CERTS=/etc/ssl/chat.pem /opt/cuplaj/node_modules/.bin/node -e 'fetch("https://chat.example.ro${path}").then((answer) => answer.text()).then(console.log)'`,
      ).output;
    writeFileSync(machine.inside("etc/hosts"), "127.0.0.1 localhost chat.example.ro\n");
    const version = /cuplaj-([\d.]+)-/u.exec(basename(firstRelease()))?.[1] ?? "";
    const setUp = install(firstRelease(), version);

    const server = `/opt/cuplaj-${version}/server`;
    const shared = machine.run(`chmod g+w ${server}; ${setUp} ${answers}; chmod g-w ${server}`);
    expect(shared.output).toContain(`An account other than root could change the code in ${server}`);
    const refused = machine.run(`${setUp} ${answers}`);
    expect(refused).toEqual({
      exitCode: 1,
      output: expect.stringContaining('cannot load certificate "/etc/ssl/chat.pem"'),
    });
    expect(existsSync(machine.inside("etc/nginx/conf.d/cuplaj.conf"))).toBe(false);

    makeCertificate(machine.inside("etc/ssl"));
    const first = machine.run(`${setUp} ${answers}`);
    expect(first).toEqual({ exitCode: 0, output: expect.stringContaining("People open https://chat.example.ro.") });
    expect(fetched("/readyz")).toContain('"ready":true');
    expect(machine.run("cuplaj user list").output).toContain("PostgreSQL of DATA_DIR /var/lib/cuplaj");
    expect(machine.run("systemctl list-timers").output).toContain("03:00:00");
    expect(machine.run("systemctl start cuplaj-backup; ls /srv/backups").output).toMatch(/^cuplaj-\d.*\.tar\.zst$/mu);

    const startedAt = (): string => machine.run("systemctl show cuplaj -p ActiveEnterTimestampMonotonic").output;
    const before = startedAt();
    expect(machine.run(setUp).output).toContain("Everything is set up: nothing was changed.");
    expect(startedAt()).toBe(before);

    const key = machine.run(`${setUp} --tls own --address https://chat.example.ro:8443`);
    expect(key).toEqual({
      exitCode: 1,
      output: expect.stringContaining("The account cuplaj cannot read /etc/ssl/chat.key"),
    });
    expect(machine.run("chgrp cuplaj /etc/ssl/chat.key && chmod 640 /etc/ssl/chat.key").exitCode).toBe(0);
    expect(machine.run(setUp).exitCode).toBe(0);
    expect(fetched(":8443/readyz")).toContain('"ready":true');

    const upgraded = machine.run(install(nextRelease(), "0.2.0"));
    expect(upgraded).toEqual({ exitCode: 0, output: expect.stringContaining("- Link /opt/cuplaj to cuplaj-0.2.0") });
    expect(machine.run("readlink -f /proc/$(systemctl show -P MainPID cuplaj)/cwd").output).toBe("/opt/cuplaj-0.2.0\n");
    expect(fetched(":8443/readyz")).toContain('"ready":true');
  },
);
