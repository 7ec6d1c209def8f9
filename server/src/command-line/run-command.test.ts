import { describe, expect, test } from "vitest";
import type { MoveEnd } from "../files/storage/move-files.ts";
import { portsWith } from "../testing/command-ports.ts";
import type { CommandPorts } from "./command.ts";
import { commands, runCommandLine } from "./run-command.ts";

const account = ["--username", "dana", "--name", "Dana Pop", "--kind", "erp"];

describe("user role", () => {
  const run = async (username: string, role: string) => {
    const ports = portsWith();
    const output = await runCommandLine(["user", "role", "--username", username, "--role", role], ports);
    return { ...output, roles: ports.roles };
  };

  test("[PERM-1c] replaces a role by another one of the person's kind", async () => {
    expect(await run("dana", "Admin")).toMatchObject({ exitCode: 0, roles: ["dana Admin"] });
    for (const [role, answer] of [
      ["Customer", '--role is "Customer"; allowed for erp is Operator or Admin or Program.'],
      ["", '--role is ""; allowed for erp is Operator or Admin or Program.'],
    ] as const) {
      expect(await run("dana", role)).toEqual({ exitCode: 1, text: answer, roles: [] });
    }
    expect(await run("nimeni", "Admin")).toMatchObject({ exitCode: 1, roles: [] });
  });
});

describe("offers import", () => {
  test("[ERP-2f] refuses a missing file or another file type in one sentence", async () => {
    const run = async (file: string) => await runCommandLine(["offers", "import", file, "--as", "erp"], portsWith());
    expect(await run("/nowhere/offers.csv")).toEqual({
      exitCode: 1,
      text: "FILE /nowhere/offers.csv cannot be read (ENOENT).",
    });
    expect(await run("/nowhere/offers.xlsx")).toEqual({
      exitCode: 1,
      text: "FILE is /nowhere/offers.xlsx; it must end in .json, .csv or .txt.",
    });
  });
});

describe("help", () => {
  test.each(commands.map(({ name }) => name))(
    "[RUN-7] %s --help shows its options and touches nothing",
    async (name) => {
      const ports = portsWith();
      const { exitCode, text } = await runCommandLine([...name.split(" "), "--help"], ports);
      expect(exitCode).toBe(0);
      expect(text).toContain(`Usage: cuplaj ${name}`);
      expect(ports.isOpened()).toBe(false);
    },
  );

  test("[RUN-7] only commands that open the database offer --new", async () => {
    const offers = async (name: string) => (await runCommandLine([...name.split(" "), "--help"], portsWith())).text;
    const without = ["setup", "restore", "backup verify", "database upgrade"];
    for (const { name } of commands) expect((await offers(name)).includes("--new")).toBe(!without.includes(name));
  });

  test("[RUN-7] --help without a command lists all commands", async () => {
    const { exitCode, text } = await runCommandLine(["--help"], portsWith());
    expect(exitCode).toBe(0);
    for (const { name, summary } of commands) expect(text).toMatch(new RegExp(`${name} +${summary}`, "u"));
  });

  test.each([
    [[]],
    [["users"]],
    [["user", "remove"]],
    [["user", "list", "--all"]],
    [["user", "add", "--username", "x"]],
    [["setup", "--new"]],
  ])("[RUN-7] %j is not understood: exit code 2 and the help", async (words) => {
    const ports = portsWith();
    const { exitCode, text } = await runCommandLine(words, ports);
    expect([exitCode, ports.isOpened()]).toEqual([2, false]);
    expect(text).toContain("Usage: cuplaj ");
  });
});

describe("user add", () => {
  test("[RUN-7] it stores a hash, and the default role of the kind", async () => {
    const ports = portsWith();
    const { exitCode, text } = await runCommandLine(["user", "add", ...account, "--password-stdin"], ports);
    expect([exitCode, text]).toEqual([0, "Added erp dana (Dana Pop) with id 1 and role Operator."]);
    expect(ports.added).toEqual([
      { username: "dana", name: "Dana Pop", kind: "erp", role: "Operator", passwordHash: "hash of parola-lunga" },
    ]);
  });

  test.each([
    [["--kind", "robot"], '--kind is "robot"; allowed are customer, erp and agent.'],
    [["--username", "da na"], '--username is "da na"; allowed are 1 to 64 letters'],
    [
      ["--name", "\u2800\u3164"],
      String.raw`--name is "\u2800\u3164"; allowed are 1 to 200 characters, at least one of them visible.`,
    ],
    [["--name", " "], '--name is " "; allowed are 1 to 200 characters, at least one of them visible.'],
    [["--role", "Customer"], '--role is "Customer"; allowed for erp is Operator or Admin or Program.'],
  ])("[RUN-7] %j is refused in one sentence", async (words, sentence) => {
    const ports = portsWith();
    const answer = await runCommandLine(["user", "add", ...account, ...words, "--password-stdin"], ports);
    expect(answer.exitCode).toBe(1);
    expect(answer.text).toContain(sentence);
    expect(ports.isOpened()).toBe(false);
  });

  test("[RUN-7] refuses a short password, two that differ, and a missing terminal", async () => {
    const add = (changes: Partial<CommandPorts>, words: string[] = []): ReturnType<typeof runCommandLine> =>
      runCommandLine(["user", "add", ...account, ...words], portsWith(changes));
    const short = await add({ readStdin: () => Promise.resolve("scurt\n") }, ["--password-stdin"]);
    expect(short.text).toBe("The password is not allowed; allowed are 8 to 1024 characters.");
    const answers = ["parola-lunga", "parola-lungă"];
    const differing = await add({ askPassword: () => Promise.resolve(answers.shift() ?? "") });
    expect(differing.text).toBe("The passwords do not match.");
    expect((await add({})).text).toContain("pass --password-stdin");
  });
});

describe("the demo", () => {
  test("[RUN-9c] fill is refused in production; otherwise it prints where generated passwords are", async () => {
    const ports = portsWith({ isProduction: true });
    expect((await runCommandLine(["demo", "fill"], ports)).exitCode).toBe(1);
    expect(ports.isOpened()).toBe(false);
    const { exitCode, text } = await runCommandLine(["demo", "fill"], portsWith());
    expect([exitCode, text]).toEqual([
      0,
      "The database now contains the demo; the passwords are in /data/demo-passwords.",
    ]);
  });

  test("[RUN-9] remove disables its accounts, also in production", async () => {
    const ports = portsWith({ isProduction: true });
    const { exitCode, text } = await runCommandLine(["demo", "remove"], ports);
    expect([exitCode, ports.disabled]).toEqual([0, [1, 6]]);
    expect(text).toContain("Disabled ana, admin and ended all their sessions");
  });
});

describe("storage move", () => {
  const nothing: MoveEnd = { moved: 0, bytes: 0, damaged: [], unpublished: 0, uploads: 0 };
  const run = async (words: readonly string[], end: Partial<MoveEnd> = {}) => {
    const ports = portsWith();
    const opened = await ports.open();
    const moveFiles: typeof opened.moveFiles = (url) =>
      Promise.resolve(url === "ftp:x" ? null : { ...nothing, ...end, url });
    return await runCommandLine(["storage", "move", ...words], {
      ...ports,
      open: () => Promise.resolve({ ...opened, moveFiles }),
    });
  };

  test("[RUN-7][MSG-3v] reports how much it moved, and the new STORAGE_URL", async () => {
    const { exitCode, text } = await run(["file:/srv/files"], { moved: 3, bytes: 900, uploads: 2 });
    expect(exitCode).toBe(0);
    expect(text).toContain("Moved 3 files (900 bytes) to file:/srv/files; new files go there too.");
    expect(text).toContain("change it before the next start: file:/srv/files");
    expect(text).toContain("2 unfinished uploads stay in the old storage for at most a day.");
  });

  test("[RUN-7][MSG-3v] fails if something is left behind, and names it", async () => {
    const { exitCode, text } = await run(["file:/srv/files"], { damaged: ["0189d6a2"], unpublished: 1 });
    expect(exitCode).toBe(1);
    expect(text).toContain("The file 0189d6a2 is damaged and stays in the old storage.");
    expect(text).toContain("1 files were not published yet: run this again in an hour.");
  });

  test("[RUN-7] an invalid URL, none or two change nothing", async () => {
    expect(await run(["ftp:x"])).toMatchObject({ exitCode: 1, text: expect.stringContaining("URL is not valid") });
    for (const words of [[], ["file:a", "file:b"]]) {
      expect(await run(words)).toMatchObject({ exitCode: 2, text: expect.stringContaining("Pass exactly one URL.") });
    }
    expect(await run(["--help"])).toMatchObject({ exitCode: 0, text: expect.stringContaining("storage move URL") });
  });
});
