import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdDataFolder } from "./data-folder.ts";

/** What holding the folder comes to for an account that has no rights. */
function problemAsNobody(path: string): string {
  const script = `import(${JSON.stringify(new URL("data-folder.ts", import.meta.url).href)})
    .then(({ holdDataFolder }) => holdDataFolder(${JSON.stringify(path)}))
    .then(({ kind }) => console.log(kind), ({ message }) => console.log(message))`;
  return execFileSync(process.execPath, ["-e", script], {
    uid: 65_534,
    gid: 65_534,
    cwd: "/",
    encoding: "utf8",
  }).trim();
}

test("[RUN-4] a DATA_DIR is made with its parents and held by one alone", () => {
  const parent = mkdtempSync(join(tmpdir(), "cuplaj-folder-"));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const path = join(parent, "a", "b", "data");
  const held = holdDataFolder(path);
  expect(held.kind).toBe("held");
  expect(statSync(path).isDirectory()).toBe(true);
  expect(holdDataFolder(path).kind).toBe("in-use");
  if (held.kind === "held") held.folder.release();
});

test.runIf(process.getuid?.() === 0)(
  "[RUN-6] a DATA_DIR whose lock belongs to somebody else is told with the plain reason",
  () => {
    const path = mkdtempSync(join(tmpdir(), "cuplaj-folder-"));
    onTestFinished(() => rmSync(path, { recursive: true }));
    chmodSync(path, 0o711);
    writeFileSync(join(path, "lock"), "", { mode: 0o600 });
    expect(problemAsNobody(path)).toBe(
      `DATA_DIR ${path} cannot be written (permission denied): give a folder this user may write.`,
    );
  },
);

test.runIf(process.platform === "linux")(
  "[RUN-6] a DATA_DIR where no folder can be made is told at once, even where its parent denies that it exists",
  () => expect(() => holdDataFolder("/proc/cuplaj/data")).toThrow(/^DATA_DIR \/proc\/cuplaj\/data cannot be written/u),
);
