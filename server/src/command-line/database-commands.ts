import type { Command } from "./command.ts";

/** `demo` (RUN-9) */
export const demo: Command = {
  name: "demo",
  summary: "fill an empty database with demo people, offers and conversations",
  options: {},
  async run(_values, ports) {
    if (ports.isProduction)
      return { problem: "The demo's passwords are public, so it is refused where NODE_ENV is production." };
    const { fillDemo } = await ports.open();
    if ((await fillDemo()) === "not-empty") return { problem: "The database is not empty, so the demo was not added." };
    return { lines: ["The database holds the demo now; every password is demo."] };
  },
};

/** `migrate` */
export const migrate: Command = {
  name: "migrate",
  summary: "bring the tables up to date, as every start does by itself",
  options: {},
  async run(_values, ports) {
    const { migrated } = await ports.open();
    return { lines: migrated.length === 0 ? ["The tables are up to date."] : migrated.map((name) => `Ran ${name}.`) };
  },
};
