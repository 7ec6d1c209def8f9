import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { portsWith } from "../testing/command-ports.ts";
import type { CommandPorts } from "./command.ts";
import { runCommandLine } from "./run-command.ts";

describe("accounts", () => {
  const run = async (words: readonly string[], changes: Partial<CommandPorts> = {}) => {
    const said: string[] = [];
    const written: string[] = [];
    const writeSecret = (path: string, text: string): void => void written.push(path, text);
    const ports = portsWith({ say: (line) => void said.push(line), writeSecret, ...changes });
    const { exitCode, text } = await runCommandLine(words, ports);
    return { exitCode, text, said: said.join(" "), written, erased: ports.erased };
  };
  const folder = mkdtempSync(join(tmpdir(), "cuplaj-commands-"));
  const file = join(folder, "people.csv");
  const fileOf = (...rows: string[]): string => {
    writeFileSync(file, ["username;name;kind", ...rows].join("\n"));
    return file;
  };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("[USR-3] unknown users cannot be enabled or renamed, and invalid names are refused", async () => {
    expect((await run(["user", "enable", "--username", "dana"])).exitCode).toBe(0);
    expect((await run(["user", "enable", "--username", "ion"])).exitCode).toBe(1);
    const rename = async (...words: string[]) => (await run(["user", "rename", "--username", ...words])).text;
    expect(await rename("dana")).toBe("Pass --name, --new-username, or both.");
    expect(await rename("dana", "--new-username", "luat")).toBe("--new-username luat is taken.");
    expect(await rename("ion", "--name", "Ion")).toBe("--username ion: there is no such account.");
    expect(await rename("dana", "--new-username", "a b")).toMatch(/^--new-username is "a b"; allowed are /u);
    expect(await rename("dana", "--name", "Dana")).toMatch(/^Renamed dana/u);
  });

  test.each([
    ["user", "enable", "--username"],
    ["user", "disable", "--username"],
    ["user", "sign-out", "--username"],
    ["user", "reset-two-factor", "--username"],
    ["user", "rename", "--name", "Ana", "--username"],
    ["user", "role", "--role", "Admin", "--username"],
    ["user", "password", "--temporary", "--username"],
    ["user", "invite"],
  ])("[PERS-2a] an erased person's account cannot be changed: %s %s", async (...words) => {
    const ports = portsWith();
    const { accounts, ...opened } = await ports.open();
    const account = {
      id: 7,
      kind: "erp",
      username: "erased 7",
      name: "Utilizator șters",
      roles: ["Operator"],
    } as const;
    const state = {
      isDisabled: true,
      isErased: true,
      hasTemporaryPassword: false,
      hasSecondFactor: false,
      isInvited: false,
      mailAddress: null,
      mailBouncedAt: null,
    };
    const find: typeof accounts.find = () => Promise.resolve({ ...account, ...state, signIns: 0, lastUsedAt: null });
    const open = () => Promise.resolve({ ...opened, accounts: { ...accounts, find } });
    const sentence = "erased 7: this person was erased, so the account cannot be changed.";
    expect(await run([...words, "erased 7"], { open })).toMatchObject({ exitCode: 1, text: sentence });
  });

  test("[TFA-4] resets a person's second factor, and fails for unknown people", async () => {
    const reset = async (username: string) => await run(["user", "reset-two-factor", "--username", username]);
    expect((await reset("dana")).text).toBe("Removed the second factor of dana and ended all their sessions.");
    const unknown = await reset("ion");
    expect([unknown.exitCode, unknown.text]).toEqual([1, "--username ion: there is no such account."]);
  });

  test("[USR-4b] a generated temporary password is printed only on stdout", async () => {
    const made = await run(["user", "password", "--username", "dana", "--temporary"]);
    expect([made.exitCode, made.text, made.said.includes("next sign-in")]).toEqual([0, "o-parola-facuta", true]);
  });

  test("[USR-5b] an invitation is a link with its token after #, printed only on stdout", async () => {
    const { text, exitCode } = await run(["user", "invite", "dana"]);
    expect([exitCode, text]).toEqual([0, expect.stringMatching(/^https:\/\/chat\.example\.ro\/invite#[\w-]{43}$/u)]);
    expect((await run(["user", "invite", "ion"])).exitCode).toBe(1);
  });

  test("[USR-6][USR-6c][ERP-2k] an import reports where the passwords and invitations are, and a dry run adds nobody", async () => {
    fileOf("ion;Ion;agent", "ana;=1+1;customer");
    const words = ["user", "import", file];
    const invited = await run([...words, "--invitations", "/srv/out.csv"]);
    expect([invited.exitCode, invited.written[0]]).toEqual([0, "/srv/out.csv"]);
    expect(invited.written[1]).toMatch(/^ion;Ion;https:\S+#[\w-]{43}\r\nana;"=""=1\+1""";https:\S+\r\n$/u);
    const given = await run([...words, "--passwords", "/srv/out.csv"]);
    expect(given.written[1]).toBe('ion;Ion;o-parola-facuta\r\nana;"=""=1+1""";o-parola-facuta\r\n');
    expect(await run([...words, "--dry-run"])).toMatchObject({
      text: "2 accounts would be created. Nothing was created.",
      written: [],
    });
    expect((await run(words)).text).toMatch(/^Pass either --invitations or --passwords/u);
    fileOf("luat;Ion;agent");
    const taken = await run([...words, "--passwords", "/srv/out.csv"]);
    expect(taken).toMatchObject({
      exitCode: 1,
      text: "These usernames are taken: luat. Nothing was created.",
      written: [],
    });
    fileOf("i\u202eon;I\u009bon;agent");
    const turned = (await run([...words, "--dry-run"])).text;
    expect(turned).toContain(String.raw`line 2, username: "i\u202eon"`);
    expect(turned).toContain(String.raw`line 2, name: "I\u009bon"`);
    fileOf("luat;;agent");
    expect((await run([...words, "--dry-run"])).text).toMatch(/^line 2, name: /u);
    expect((await run(["user", "import", "/nowhere.csv", "--dry-run"])).text).toBe(
      "FILE /nowhere.csv cannot be read (ENOENT).",
    );
  });

  test("[PERS-2d] erasing asks for the user name again, unless an option skips that", async () => {
    const asked = (typed: string) => ({ askLine: () => Promise.resolve(typed) });
    const erase = ["person", "erase", "dana"];
    expect(await run(erase)).toMatchObject({ exitCode: 1, erased: [] });
    expect(await run(erase, asked("Dana"))).toMatchObject({ exitCode: 1, erased: [] });
    expect(await run(erase, asked("dana"))).toMatchObject({ exitCode: 0, erased: [7] });
    expect(await run([...erase, "--yes"])).toMatchObject({ exitCode: 0, erased: [7] });
    expect((await run(["person", "erase", "ion", "--yes"])).text).toBe(
      "ion: there is no such account, or it was erased.",
    );
  });

  test("[PERS-1] an export reports what it wrote", async () => {
    const { text } = await run(["person", "export", "dana", "--to", "/srv/dana"]);
    expect(text).toBe("Wrote 12 rows and 2 files of dana into /srv/dana.");
  });
});

describe("audit", () => {
  test("[AUD-3b] refuses unknown filters in one sentence", async () => {
    const run = async (...words: string[]) => (await runCommandLine(["audit", ...words], portsWith())).text;
    expect(await run("--person", "nimeni")).toBe("--person nimeni: there is no such account.");
    expect(await run("--kind", "sign-in")).toMatch(/^--kind is "sign-in"; allowed are sign-in\.succeeded, /u);
    expect(await run("--since", "ieri")).toBe('--since is "ieri"; allowed is a date such as 2026-11-23, in UTC.');
    expect(await run("--before", "0")).toBe('--before is "0"; allowed is the id of an entry.');
    expect(await run("--since", "2026-02-28")).toBe("The audit log has no matching entries.");
  });
});
