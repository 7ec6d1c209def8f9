import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { StartupProblem } from "../kernel/startup-problem.ts";
import { caddyPath, filesOf, nginxPath } from "./files.ts";
import { machineAt } from "./machine.ts";
import { reloadSite, siteStep } from "./site-step.ts";

const deploy = join(import.meta.dirname, "../../../deploy");
const filesFor = (tls: "nginx" | "caddy") =>
  filesOf(
    {
      ...{ address: "https://chat.example.ro", tls, databaseUrl: null },
      certificate: { certFile: "/etc/ssl/a.pem", keyFile: "/etc/ssl/a.key" },
    },
    (name) => readFileSync(join(deploy, name), "utf8"),
    "8080",
  );

/** A machine below a folder whose programs are only written down; those that begin with `refused` fail. */
function startMachine(refused?: string) {
  const root = mkdtempSync(join(tmpdir(), "cuplaj-setup-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const ran: string[] = [];
  const run = (...words: readonly string[]): string => {
    const line = words.join(" ");
    ran.push(line);
    if (refused !== undefined && line.startsWith(refused)) throw new StartupProblem(`${line} failed`);
    return "";
  };
  const succeeds = (...words: readonly string[]): boolean => run(...words) === "";
  return { ...machineAt(root), isRunning: true, run, succeeds, ran };
}

test("[SETUP-1] the other proxy lets go of the port before the wanted one takes it", () => {
  const machine = startMachine();
  siteStep(machine, filesFor("nginx"))?.run();
  machine.ran.length = 0;
  siteStep(machine, filesFor("caddy"))?.run();
  expect(machine.ran).toEqual(["nginx -q -t", "systemctl try-restart nginx", "systemctl reload-or-restart caddy"]);
});

test("[SETUP-1b] a proxy that refuses its site leaves the other proxy's site and the Caddyfile as they were", () => {
  const machine = startMachine("systemctl reload-or-restart caddy");
  siteStep(machine, filesFor("nginx"))?.run();
  const before = machine.read(nginxPath);
  expect(() => siteStep(machine, filesFor("caddy"))?.run()).toThrow("reload-or-restart caddy failed");
  expect([machine.read(nginxPath), machine.exists(caddyPath)]).toEqual([before, false]);
  expect(machine.exists("/etc/caddy/Caddyfile")).toBe(false);
  expect(machine.ran.at(-1)).toBe("systemctl try-restart nginx");
});

test("[SETUP-1a] a site that is already written is still given to its proxy", () => {
  const machine = startMachine();
  siteStep(machine, filesFor("nginx"))?.run();
  machine.ran.length = 0;
  expect(siteStep(machine, filesFor("nginx"))).toBe(null);
  reloadSite(machine, filesFor("nginx"));
  expect(machine.ran).toEqual(["nginx -q -t", "systemctl reload-or-restart nginx"]);
});

test.runIf(process.getuid?.() === 0)(
  "[SETUP-1a] a full disk ends setup with one sentence and no unfinished file",
  () => {
    const machine = startMachine();
    const etc = machine.inside("/etc");
    mkdirSync(etc);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=16k", "tmpfs", etc]);
    onTestFinished(() => void execFileSync("umount", [etc]));
    writeFileSync(join(etc, "filler"), Buffer.alloc(16_384));
    expect(() => machine.write("/etc/cuplaj.env", "A=1\n", 0o600)).toThrow(
      new StartupProblem("/etc/cuplaj.env cannot be written (ENOSPC): run setup again after a fix."),
    );
    expect(readdirSync(etc)).toEqual(["filler"]);
  },
);
