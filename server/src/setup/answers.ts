import { StartupProblem } from "../kernel/startup-problem.ts";
import { isUrlOf } from "../settings/settings.ts";

export interface Answers {
  /** The address that people open, such as `https://chat.example.ro`. */
  readonly address: string;
  readonly tls: Tls;
  /** Null if neither nginx nor the server needs a certificate. */
  readonly certificate: { readonly certFile: string; readonly keyFile: string } | null;
  /** Null for Cuplaj's own PostgreSQL. */
  readonly databaseUrl: string | null;
}

const tlsWays = ["nginx", "caddy", "own", "other"] as const;
/** `own` is the server itself, `other` a proxy that setup leaves to the operator. */
type Tls = (typeof tlsWays)[number];

type QuestionName = "address" | "tls" | "certificate" | "key" | "database";
/** For each question, the text of its option or its default; empty if it has neither. */
export type GivenAnswers = Readonly<Record<QuestionName, string>>;

interface Question<T extends string> {
  readonly asks: string;
  readonly allowed: string;
  /** Returns null if the text is not allowed. */
  readonly parse: (given: string) => T | null;
}

const pemFile = { allowed: "the absolute path of a PEM file", parse: matching(/^\/[\w./@+-]+$/u) };

const questions = {
  address: {
    asks: "Address that people open",
    allowed: "an https address without a path, such as https://chat.example.ro",
    parse(given: string) {
      const url = URL.parse(given.includes("://") ? given : `https://${given}`);
      return url !== null && /^https:\/\/[a-z0-9.:-]+\/?$/u.test(url.href) ? url.origin : null;
    },
  },
  tls: {
    asks: "TLS by nginx, by caddy, by Cuplaj's own port, or by another proxy (nginx, caddy, own, other)",
    allowed: `one of ${tlsWays.join(", ")}`,
    parse: (given: string) => tlsWays.find((way) => way === given.toLowerCase()) ?? null,
  },
  certificate: { asks: "File of the TLS certificate with its chain", ...pemFile },
  key: { asks: "File of its private key", ...pemFile },
  database: {
    asks: "PostgreSQL: own (Cuplaj runs it), or the address of a server",
    allowed: "own, or an address such as postgresql://user:password@host:5432/database",
    parse: (given: string) => (given === "own" || isUrlOf(["postgres:", "postgresql:"])(given) ? given : null),
  },
} satisfies Record<QuestionName, Question<string>>;

function matching(pattern: RegExp) {
  return (given: string): string | null => (pattern.test(given) ? given : null);
}

export interface Asking {
  readonly given: GivenAnswers;
  readonly defaults: GivenAnswers;
  /** Null without a terminal; all answers are then defaults. */
  readonly askLine: ((question: string) => Promise<string>) | null;
  readonly say: (line: string) => void;
}

export async function askAnswers(asking: Asking): Promise<Answers> {
  const address = await ask("address", questions.address, asking);
  const tls = await ask("tls", questions.tls, asking);
  const needsFiles = tls === "nginx" || tls === "own";
  const certificate = needsFiles
    ? {
        certFile: await ask("certificate", questions.certificate, asking),
        keyFile: await ask("key", questions.key, asking),
      }
    : null;
  const database = await ask("database", questions.database, asking);
  return { address, tls, certificate, databaseUrl: database === "own" ? null : database };
}

/** At a terminal, asks until the answer is allowed. */
async function ask<T extends string>(name: QuestionName, question: Question<T>, asking: Asking): Promise<T> {
  const { given, defaults, askLine, say } = asking;
  const known = defaults[name];
  const shown = known === "" ? "" : ` [${name === "database" ? withoutPassword(known) : known}]`;
  const isAsked = given[name] === "" && askLine !== null;
  const typed = isAsked ? await askLine(`${question.asks}${shown}: `) : given[name];
  const answer = question.parse(typed.trim() || known);
  if (answer !== null) return answer;
  if (isAsked) {
    say(`Allowed is ${question.allowed}.`);
    return await ask(name, question, asking);
  }
  const wrong = name === "database" || typed === "" ? "missing or not valid" : JSON.stringify(typed);
  throw new StartupProblem(`--${name} is ${wrong}; allowed is ${question.allowed}.`);
}

/** Shows neither user nor options of a database's address: both may hold the password. */
function withoutPassword(database: string): string {
  if (database === "own") return database;
  const url = URL.parse(database);
  return url === null ? "…" : `${url.protocol}//${url.host}${url.pathname}`;
}
