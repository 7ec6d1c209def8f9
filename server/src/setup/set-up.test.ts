import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kernel/clock.ts";
import type { GivenAnswers } from "./answers.ts";
import { filesOf } from "./files.ts";
import { setUp } from "./set-up.ts";

const unasked: GivenAnswers = { address: "", tls: "", certificate: "", key: "", database: "" };
const nginx = { address: "chat.example.com", tls: "nginx", certificate: "/etc/ssl/a.pem", key: "/etc/ssl/a.key" };
const site = "etc/nginx/conf.d/cuplaj.conf";

/** Creates an empty folder for setup to prepare; `answers` are typed at a terminal. */
function startMachine() {
  const root = mkdtempSync(join(tmpdir(), "cuplaj-setup-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const read = (path: string): string => readFileSync(join(root, path), "utf8");
  return {
    read,
    env: () => parseEnv(read("etc/cuplaj.env")),
    write(path: string, text: string): void {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    files: () => globSync("**/*", { cwd: root }).toSorted(),
    has: (path: string) => existsSync(join(root, path)),
    chmod: (path: string, mode: number) => chmodSync(join(root, path), mode),
    mode: (path: string) => statSync(join(root, path)).mode & 0o777,
    async setUp(given: Partial<GivenAnswers>, answers: readonly string[] | null = null) {
      const [said, left]: [string[], string[]] = [[], [...(answers ?? [])]];
      const askLine = (question: string): Promise<string> => {
        said.push(question);
        return Promise.resolve(left.shift() ?? "");
      };
      const terminal = { askLine: answers === null ? null : askLine, say: (line: string) => said.push(line) };
      const ports = { ...terminal, clock: systemClock, makeSecret: () => "a-secret-of-the-test" };
      const asked = { given: { ...unasked, ...given }, root, isConfirmed: answers === null };
      return { lines: await setUp(asked, ports), said };
    },
  };
}

describe("a first setup", () => {
  test("[SETUP-1][SETUP-1c] writes settings, units, timer, site and links below the folder", async () => {
    const machine = startMachine();
    const { said } = await machine.setUp(nginx);
    expect(machine.env()).toEqual({
      ...{ NODE_ENV: "production", PUBLIC_URL: "https://chat.example.com", SETUP_TLS: "nginx" },
      ...{ TRUST_PROXY: "1", DATA_DIR: "/var/lib/cuplaj", METRICS_TOKEN: "a-secret-of-the-test" },
    });
    expect([machine.mode("etc/cuplaj.env"), machine.mode("srv/backups"), machine.mode("srv")]).toEqual([
      ...[0o600, 0o700, 0o755],
    ]);
    const units = ["cuplaj.service", "cuplaj-backup.service", "cuplaj-backup.timer"];
    for (const name of units) expect(machine.read(`etc/systemd/system/${name}`)).toContain("Description=");
    expect(machine.read(site)).toMatch(/server_name chat\.example\.com;[^]*certificate {5}\/etc\/ssl\/a\.pem;/u);
    expect(machine.read(site)).not.toMatch(/8081|example\.ro/u);
    expect(said).toContain("- Write /etc/nginx/conf.d/cuplaj.conf");
    expect(said.filter((line) => line.startsWith("- "))).toHaveLength(9);
  });

  test("[SETUP-1] asks at the terminal, offers what is known, and confirms the plan", async () => {
    const machine = startMachine();
    const answers = ["chat.example.ro", "caddy", "postgresql://u:s3cret@db/c", "y"];
    const { said } = await machine.setUp({}, answers);
    expect(machine.read("etc/caddy/cuplaj.caddy")).toMatch(
      /^# One.*\nchat\.example\.ro \{\n(?:\t.*\n)*\treverse_proxy 127\.0\.0\.1:8080 \{/u,
    );
    expect(machine.read("etc/caddy/Caddyfile")).toBe("import /etc/caddy/cuplaj.caddy\n");
    expect(machine.env()["DATABASE_URL"]).toBe("postgresql://u:s3cret@db/c");
    expect(said.at(-1)).toBe("Do this? [y/N] ");
    const again = await machine.setUp({}, ["", "", ""]);
    expect(again.said[2]).toBe("PostgreSQL: own (Cuplaj runs it), or the address of a server [postgresql://db/c]: ");
    expect(again.lines[0]).toBe("Everything is set up: nothing was changed.");
  });

  test("[SETUP-1] an answer that is not allowed is asked for again, and upper case is", async () => {
    const machine = startMachine();
    const { said } = await machine.setUp({ address: "chat.example.ro" }, ["cady", "Caddy", "own", "y"]);
    expect(said.slice(1, 3)).toEqual(["Allowed is one of nginx, caddy, own, other.", said[0]]);
    expect(machine.env()["SETUP_TLS"]).toBe("caddy");
  });

  test.runIf(!existsSync("/etc/cuplaj.env"))("[SETUP-1] before setup, every other command says to run it", () => {
    const command = join(import.meta.dirname, "../../../deploy/cuplaj");
    const { status, stderr } = spawnSync(command, ["user", "list"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, "Cuplaj is not set up on this machine: run `cuplaj setup` first, as root.\n"]);
  });

  test.each([
    "postgresql://u:s3cret:b@db/c",
    "postgresql://db/c?user=u&password=s3cret",
    "postgresql://u:a/s3cret@db/c",
  ])("[SETUP-1] the known database is offered without its password: %s", async (database) => {
    const machine = startMachine();
    machine.write("etc/cuplaj.env", `DATABASE_URL=${database}`);
    const { said } = await machine.setUp({ ...nginx, database: "" }, ["own", "y"]);
    expect(said[0]).toContain("PostgreSQL: own (Cuplaj runs it), or the address of a server [");
    expect(said.join()).not.toContain("s3cret");
  });

  test("[SETUP-1] a port below 1024 for Cuplaj's own TLS is granted by the unit", async () => {
    const machine = startMachine();
    await machine.setUp({ ...nginx, tls: "own" });
    const own = { HOST: "0.0.0.0", TRUST_PROXY: "0", TLS_PORT: "443", TLS_CERT_FILE: "/etc/ssl/a.pem" };
    expect(machine.env()).toMatchObject(own);
    const unit = "etc/systemd/system/cuplaj.service";
    expect(machine.read(unit)).toContain("AmbientCapabilities=CAP_NET_BIND_SERVICE\n");
    await machine.setUp({ address: "https://chat.example.com:8443" });
    expect(machine.read(unit)).not.toMatch(/^AmbientCapabilities/mu);
    expect(machine.env()).toMatchObject({ ...own, TLS_PORT: "8443" });
  });
});

describe("a repeated setup", () => {
  test("[SETUP-1a] makes only the changes that are missing, if any, and removes what no longer applies", async () => {
    const machine = startMachine();
    await machine.setUp({ ...nginx, tls: "own" });
    const before = machine.files();
    const { lines, said } = await machine.setUp({});
    expect([lines[0], said, machine.files()]).toEqual(["Everything is set up: nothing was changed.", [], before]);
    const changed = await machine.setUp({ tls: "other" });
    expect(changed.said).toEqual([
      "Setup will:",
      "- Write /etc/systemd/system/cuplaj.service",
      "- Set SETUP_TLS, HOST, TRUST_PROXY, TLS_CERT_FILE, TLS_KEY_FILE, TLS_PORT in /etc/cuplaj.env",
    ]);
    expect(machine.env()).toMatchObject({ TRUST_PROXY: "1" });
    expect(Object.keys(machine.env())).not.toContain("HOST");
  });

  test("[SETUP-1][SETUP-1a] after a switch only the new proxy has a site, and a repeated setup maintains it", async () => {
    const machine = startMachine();
    const caddySite = "etc/caddy/cuplaj.caddy";
    machine.write("etc/caddy/Caddyfile", ":80\n");
    await machine.setUp(nginx);
    const { said } = await machine.setUp({ tls: "caddy" });
    expect(said.slice(0, 4)).toEqual([
      "Setup will:",
      "- Remove /etc/nginx/conf.d/cuplaj.conf",
      "- Write /etc/caddy/cuplaj.caddy",
      '- Add "import /etc/caddy/cuplaj.caddy" to /etc/caddy/Caddyfile',
    ]);
    expect([machine.has(site), machine.has(caddySite)]).toEqual([false, true]);
    expect((await machine.setUp({})).said).toEqual([]);
    await machine.setUp(nginx);
    expect([machine.has(site), machine.has(caddySite)]).toEqual([true, false]);
    expect(machine.read("etc/caddy/Caddyfile").trim()).toBe(":80");

    machine.write(site, `${machine.read(site)}# ours\n`);
    await machine.setUp({ tls: "caddy" });
    const { lines, said: nothing } = await machine.setUp({});
    expect(nothing).toEqual([]);
    expect(lines[1]).toBe(
      "/etc/nginx/conf.d/cuplaj.conf is edited and was left; remove it, since it is no longer used.",
    );
  });

  test("[SETUP-1a] makes settings secret that others can read", async () => {
    const machine = startMachine();
    await machine.setUp(nginx);
    machine.chmod("etc/cuplaj.env", 0o644);
    const { said } = await machine.setUp({});
    expect(said).toEqual(["Setup will:", "- Make /etc/cuplaj.env readable only by root"]);
    expect(machine.mode("etc/cuplaj.env")).toBe(0o600);
  });

  test("[SETUP-1a] keeps other lines and settings that it does not ask for", async () => {
    const machine = startMachine();
    machine.write("etc/cuplaj.env", "# ours\nPORT=8090\nTRUST_PROXY=2\nTWO_FACTOR=staff\nDATA_DIR='/srv/cuplaj data'");
    await machine.setUp(nginx);
    expect(machine.read("etc/cuplaj.env")).toMatch(
      /^# ours\nPORT=8090\nTRUST_PROXY=2\nTWO_FACTOR=staff\nDATA_DIR='\/srv\/cuplaj data'\nNODE_ENV=production\n/u,
    );
    expect(machine.read(site)).toContain("server 127.0.0.1:8090 max_fails=0;");
  });

  test("[SETUP-1a] leaves an edited file, writes its own next to it, and names both each time", async () => {
    const machine = startMachine();
    await machine.setUp(nginx);
    const edited = machine.read(site).replace("max_fails=0", "max_fails=3");
    machine.write(site, edited);
    const first = await machine.setUp({ address: "https://parts.example.ro" });
    expect(first.said).toContain(
      "- Write /etc/nginx/conf.d/cuplaj.conf.new, since /etc/nginx/conf.d/cuplaj.conf is edited",
    );
    expect(machine.read(site)).toBe(edited);
    expect(machine.read(`${site}.new`)).toContain("server_name parts.example.ro;");
    const second = await machine.setUp({});
    expect(second.said).toEqual([]);
    for (const { lines } of [first, second]) expect(lines[1]).toContain("/etc/nginx/conf.d/cuplaj.conf is edited");
  });
});

describe("a refused setup", () => {
  test.each([
    [{}, "--address is missing or not valid; allowed is an https address without a path"],
    [{ address: "http://chat.example.ro" }, '--address is "http://chat.example.ro"; allowed is an https address'],
    [{ address: "chat.example.ro", tls: "apache" }, '--tls is "apache"; allowed is one of nginx, caddy, own, other.'],
    [
      { address: "chat.example.ro", tls: "own", certificate: "chat.pem" },
      "allowed is the absolute path of a PEM file.",
    ],
    [{ address: "chat.example.ro", tls: "caddy", database: "mysql://db" }, "--database is missing or not valid;"],
  ])("[SETUP-1b] %j writes nothing", async (given, sentence) => {
    const machine = startMachine();
    await expect(machine.setUp(given)).rejects.toThrow(sentence);
    expect(machine.files()).toEqual([]);
  });

  test("[SETUP-1b] refuses what the server would refuse, a quote in a setting, and an unconfirmed plan", async () => {
    const machine = startMachine();
    await expect(machine.setUp(nginx, ["", "n"])).rejects.toThrow("Nothing was changed.");
    await expect(machine.setUp({ ...nginx, database: "postgresql://u:it's@db/c" })).rejects.toThrow(
      "DATABASE_URL has a quote",
    );
    expect(machine.files()).toEqual([]);
    machine.write("etc/cuplaj.env", "PORT=http\n");
    await expect(machine.setUp(nginx)).rejects.toThrow('PORT is "http"; allowed is a whole number');
    expect(machine.files()).toEqual(["etc", "etc/cuplaj.env"]);
  });

  test("[SETUP-1b] a site whose template has another form is not written half filled in", () => {
    const address = "https://chat.example.com";
    const certificate = { certFile: "/etc/ssl/a.pem", keyFile: "/etc/ssl/a.key" };
    const answers = { address, tls: "nginx", certificate, databaseUrl: null } as const;
    const template = (name: string): string => (name === "nginx.conf" ? "# Site\nserver { listen 443; }\n" : "");
    expect(() => filesOf(answers, template, "8080")).toThrow("deploy/nginx.conf has nothing like");
  });

  test("[SETUP-1a] replaces neither a folder nor another program with a link", async () => {
    const machine = startMachine();
    machine.write("usr/local/bin/cuplaj", "#!/bin/sh\n");
    await expect(machine.setUp(nginx)).rejects.toThrow("/usr/local/bin/cuplaj is not a link: move it away");
    expect(machine.has("etc/cuplaj.env")).toBe(false);
  });
});
