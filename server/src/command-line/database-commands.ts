import { type Command, Refusal, textOf } from "./command.ts";

export const demoFill: Command = {
  name: "demo fill",
  summary: "fill an empty database with demo people, offers and conversations",
  options: {},
  async run(_values, ports) {
    if (ports.isProduction) {
      throw new Refusal("Demo passwords are public, so this is refused if NODE_ENV is production.");
    }
    const { demo } = await ports.open();
    const filled = await demo.fill();
    if (filled.kind === "not-empty") throw new Refusal("The database is not empty, so the demo was not added.");
    const { passwordsFile } = filled;
    const passwords = passwordsFile === null ? "every password is demo" : `the passwords are in ${passwordsFile}`;
    return [`The database now contains the demo; ${passwords}.`];
  },
};

/** `demo remove` (RUN-9): must be run before a demo server becomes public. */
export const demoRemove: Command = {
  name: "demo remove",
  summary: "disable the demo accounts and end their sessions; rooms and offers stay",
  options: {},
  async run(_values, ports) {
    const { demo, accounts } = await ports.open();
    const found = await demo.enabledAccounts();
    if (found.length === 0) return ["There are no enabled demo accounts."];
    await accounts.disableAll(found.map(({ id }) => id));
    const names = found.map(({ username }) => username).join(", ");
    return [`Disabled ${names} and ended all their sessions; their rooms and offers stay.`];
  },
};

export const migrate: Command = {
  name: "migrate",
  summary: "update the tables, as every start does automatically",
  options: {},
  async run(_values, ports) {
    const { migrated } = await ports.open();
    return migrated.length === 0 ? ["The tables are up to date."] : migrated.map((name) => `Ran ${name}.`);
  },
};

/** `database upgrade` (KEEP-10). */
export const databaseUpgrade: Command = {
  name: "database upgrade",
  summary: "upgrade Cuplaj's own PostgreSQL to the next major version, while the server is stopped",
  options: {
    "old-release": {
      type: "string",
      value: "FOLDER",
      help: "the release that ran before, whose PostgreSQL reads the data",
    },
    confirm: { type: "boolean", help: "remove the old database after an upgrade" },
  },
  async run(values, ports) {
    const release = textOf(values, "old-release") || null;
    const asked = values["confirm"] === true ? { kind: "confirm" as const } : { kind: "upgrade" as const, release };
    return await ports.upgradeDatabase(asked, ports.say);
  },
};
