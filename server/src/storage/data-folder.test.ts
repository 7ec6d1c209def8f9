import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdDataFolder, tightenDataFolder } from "./data-folder.ts";

function problemAsNobody(path: string): string {
  const script = `import(${JSON.stringify(new URL("data-folder.ts", import.meta.url).href)})
    .then(({ holdDataFolder }) => holdDataFolder(${JSON.stringify(path)}))
    .then(() => console.log("held"), ({ message }) => console.log(message))`;
  return execFileSync(process.execPath, ["-e", script], {
    uid: 65_534,
    gid: 65_534,
    cwd: "/",
    encoding: "utf8",
  }).trim();
}

test("[RUN-4] a DATA_DIR is created with its parents and held by one process", () => {
  const parent = mkdtempSync(join(tmpdir(), "cuplaj-folder-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const path = join(parent, "a", "b", "data");
  const held = holdDataFolder(path);
  expect(held).not.toBeNull();
  expect(statSync(path).isDirectory()).toBe(true);
  expect(holdDataFolder(path)).toBeNull();
  held?.release();
});

test.runIf(process.getuid?.() === 0)(
  "[RUN-6] a DATA_DIR whose lock belongs to another account is reported with the system's reason",
  () => {
    const path = mkdtempSync(join(tmpdir(), "cuplaj-folder-"));
    onTestFinished(() => rmSync(path, { recursive: true }));
    chmodSync(path, 0o711);
    writeFileSync(join(path, "lock"), "", { mode: 0o600 });
    expect(problemAsNobody(path)).toBe(
      `DATA_DIR ${path} cannot be written (permission denied): use a folder that this account can write to.`,
    );
  },
);

test.runIf(process.platform === "linux")(
  "[RUN-6] a DATA_DIR that cannot be created is reported immediately, even if its parent reports that it does not exist",
  () => expect(() => holdDataFolder("/proc/cuplaj/data")).toThrow(/^DATA_DIR \/proc\/cuplaj\/data cannot be written/u),
);

/** Makes a `DATA_DIR` that was copied carelessly: everything is open to everybody. */
function openFolder(...more: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-folder-"));
  onTestFinished(() => {
    // Only root could delete from a read-only folder.
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  });
  mkdirSync(join(folder, "postgres"));
  const secrets = ["postgres-password", "postgres-superuser-password", "demo-passwords"];
  for (const name of [...secrets, "lock", ...more]) writeFileSync(join(folder, name), "");
  for (const name of ["", "postgres", ...secrets, ...more]) chmodSync(join(folder, name), 0o777);
  const warnings: unknown[] = [];
  const run = (): void => tightenDataFolder(folder, { warn: (line: unknown) => void warnings.push(line) });
  const mode = (name: string): string => (statSync(join(folder, name)).mode & 0o7777).toString(8);
  return { folder, secrets, warnings, run, mode };
}

test("[RUN-3b] a DATA_DIR open to others is restricted at startup, with its secrets", () => {
  const { secrets, warnings, run, mode } = openFolder("postgres.secret");
  run();
  expect(secrets.map(mode)).toEqual(["600", "600", "600"]);
  expect([mode(""), mode("postgres"), warnings]).toEqual([process.getuid?.() === 0 ? "711" : "700", "700", []]);
});

test("[RUN-3b] tighter permissions remain", () => {
  const { run, mode, folder } = openFolder();
  chmodSync(folder, 0o500);
  chmodSync(join(folder, "postgres-password"), 0o400);
  run();
  expect([mode(""), mode("postgres-password")]).toEqual(["500", "400"]);
});

test("[RUN-3b] a folder with other contents, or a shared one, remains unchanged and is logged", () => {
  const shared = openFolder("notes.txt");
  shared.run();
  expect([shared.mode(""), shared.mode("notes.txt"), shared.mode("demo-passwords")]).toEqual(["777", "777", "600"]);
  expect(shared.warnings).toEqual([{ path: shared.folder, reason: expect.stringContaining("other files") }]);
  const everybodys = openFolder();
  chmodSync(everybodys.folder, 0o1777);
  everybodys.run();
  expect([everybodys.mode(""), everybodys.warnings]).toEqual([
    "1777",
    [{ path: everybodys.folder, reason: "it is a shared folder" }],
  ]);
});
