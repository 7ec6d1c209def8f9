import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { freePort } from "../kernel/free-port.ts";
import { systemClock } from "../kernel/clock.ts";
import { silentLog } from "../kernel/log.ts";
import { testCertificate } from "../testing/certificate.ts";
import { readConfig } from "../settings/config.ts";
import { upgradeSteps } from "../start/wire-backups.ts";
import { ownAddress, superuserAddress } from "../storage/own-roles.ts";
import { type Answers, giveTo, type Sandbox, startSandbox } from "../testing/operations/sandbox.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../../docs/operations.md"), "utf8");
const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu)].map(([, language = "", body = ""]) => ({
  language,
  body,
}));

const isSettings = (body: string): boolean => body.split("\n").every((line) => /^(?:[A-Z_]+=.*)?$/u.test(line));

const isPrelude = (line: string): boolean => /^\w+\(\) \{/u.test(line);
const prelude = [...new Set(text.split("\n").filter(isPrelude))].join("\n");

const siteAnswers: Answers = [
  ["Address that people open", "chat.example.ro"],
  ["TLS by nginx", "nginx"],
  ["File of the TLS certificate", "/etc/ssl/chat.pem"],
  ["File of its private key", "/etc/ssl/chat.key"],
  ["PostgreSQL", ""],
  ["Do this?", "y"],
];

const asked: readonly (readonly [command: RegExp, answers: Answers])[] = [
  [
    /^cuplaj user add/mu,
    [
      ["Password: ", "o parolă lungă"],
      ["Repeat the password: ", "o parolă lungă"],
    ],
  ],
  [/deploy\/cuplaj setup$/mu, siteAnswers],
  [/^cuplaj person erase (?<name>\w+)/mu, [["Type the username", "ana"]]],
];

const people = "username;name;kind\nana;Ana Mureșan;customer\nvlad;Vlad Georgescu;agent\nion;Ion Stoica;customer\n";
const offers =
  "offer,version,status,customer,valid_until,line_id,code,qty,unit_price,vat_rate,stock,delivery_days,line_status\n" +
  "1,1,sent,ion,2099-12-31,1,1K0 615 301 AA,2,214.50,21,4,1,offered\n";

const prepared: readonly (readonly [command: RegExp, prepare: (machine: Sandbox, path: string) => unknown])[] = [
  [/user import (?<path>\S+)/u, (machine, path) => writeFileSync(machine.inside(path), people)],
  [/offers import (?<path>\S+)/u, (machine, path) => writeFileSync(machine.inside(path), offers)],
  [/restore (?<path>\/srv\/\S+)/u, renameBackup],
  [/restore (?<path>\/var\/\S+)/u, backUpForUpgrade],
  [/openssl x509 .* -in (?<path>\S+)/u, (machine, path) => writeFileSync(machine.inside(path), testCertificate)],
  [/cd (?<path>\S+\/files) && sha256sum/u, plantFile],
];

function renameBackup(machine: Sandbox, path: string): void {
  const folder = dirname(machine.inside(path));
  const [made = ""] = readdirSync(folder);
  renameSync(join(folder, made), machine.inside(path));
}

/** Makes a backup as an upgrade does, in the folder that is moved out of the way before the restore. */
async function backUpForUpgrade(machine: Sandbox, path: string): Promise<void> {
  const dataDir = machine.inside("/var/lib/cuplaj");
  const [, migration = ""] = /before-[\d.]+-(\S+)\.tar\.zst$/u.exec(path) ?? [];
  const superuser = superuserAddress(dataDir, ownAddress(dataDir, { host: join(dataDir, "postgres"), port: 5432 }));
  const cluster = { dataFolder: join(dataDir, "postgres"), superuser };
  await upgradeSteps({ dataDir }, systemClock, silentLog).begins({ cluster, migration });
  giveTo(join(dataDir, "backups"), "0700");
  renameBackup(machine, path.replace(".newer/", "/"));
}

async function plantFile(machine: Sandbox, path: string): Promise<void> {
  const id = "abcd0000-0000-4000-8000-000000000000";
  const columns = "(id, storage_id, uploader_id, name, bytes, mime, sha256, is_published, created_at)";
  const values = `'${id}', s.id, p.id, 'a.txt', 1, 'text/plain', sha256('a'), true, now()`;
  await machine.run(
    `${prelude}\nsql "insert into files ${columns} select ${values} from storages s, participants p limit 1"`,
  );
  mkdirSync(join(machine.inside(path), "ab/cd"), { recursive: true });
  writeFileSync(join(machine.inside(path), "ab/cd", id), "a");
}

/** Steps that `cuplaj setup --root` skips. */
const restOfSetup = [
  'install -d -o cuplaj -g cuplaj -m 0700 "$ROOT/srv/backups"',
  "systemctl daemon-reload",
  "systemctl enable --now cuplaj",
].join("\n");

/** Adapts commands to this machine: files move to a local folder and back instead of to S3, and setup uses a root folder (SETUP-1). */
const inReach = (body: string): string =>
  body
    .replace(/^(.* storage move) s3:\S+$/mu, "$1 file:elsewhere\ncuplaj storage move file:files")
    .replace(/^(\S+\/deploy\/cuplaj setup)$/mu, `$1 --root "$ROOT"\n${restOfSetup}`);

test("[OPS-5] every command of the operator's document works as printed, in order", async () => {
  const machine = startSandbox(await freePort("127.0.0.1", 0, "PORT"));
  for (const { language, body } of blocks) {
    if (language === "sh" && isSettings(body)) await expectSettings(machine, body);
    else if (language === "sh") await runShell(machine, body);
    // Docker needs a container engine, so `e2e/src/release.full.e2e.ts` runs that chapter.
    else expect(["docker", "env"], `nothing runs:\n${body}`).toContain(language);
  }
  expect(blocks.length).toBeGreaterThan(20);
});

async function runShell(machine: Sandbox, body: string): Promise<void> {
  for (const [command, prepare] of prepared) {
    const path = command.exec(body)?.groups?.["path"];
    if (path !== undefined) await prepare(machine, path);
  }
  const answers = asked.find(([command]) => command.test(body))?.[1] ?? [];
  await machine.run(`${prelude}\n${inReach(body)}`, answers);
}

/** Checks that systemd and a shell read the settings file in the same way. */
async function expectSettings(machine: Sandbox, body: string): Promise<void> {
  const names = [...body.matchAll(/^[A-Z_]+/gmu)].map(([name]) => name);
  const values = await machine.run(`${body}\nprintf '%s\\n' ${names.map((name) => `"$${name}"`).join(" ")}`);
  const lines = values.split("\n");
  expect(() => readConfig(Object.fromEntries(names.map((name, at) => [name, lines[at]])), "/")).not.toThrow();
}
