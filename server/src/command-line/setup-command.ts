import { type Command, textOf } from "./command.ts";

/** `setup` (SETUP-1): opens no database. */
export const setup: Command = {
  name: "setup",
  summary: "set up this machine, or what has changed: account, settings, units, proxy and nightly backups",
  options: {
    address: { type: "string", value: "URL", help: "what people open, such as https://chat.example.ro" },
    tls: { type: "string", value: "WAY", help: "nginx, caddy, own (Cuplaj's own port) or other (another proxy)" },
    certificate: { type: "string", value: "FILE", help: "TLS certificate with its chain, for nginx and own" },
    key: { type: "string", value: "FILE", help: "its private key" },
    database: { type: "string", value: "WHICH", help: "own (Cuplaj runs it), or the address of a PostgreSQL server" },
    root: { type: "string", value: "FOLDER", help: "write below it, without account and programs" },
    yes: { type: "boolean", help: "do not ask before the changes" },
  },
  async run(values, ports) {
    const given = {
      address: textOf(values, "address"),
      tls: textOf(values, "tls"),
      certificate: textOf(values, "certificate"),
      key: textOf(values, "key"),
      database: textOf(values, "database"),
    };
    return await ports.setUp({ given, root: textOf(values, "root") || "/", isConfirmed: values["yes"] === true });
  },
};
