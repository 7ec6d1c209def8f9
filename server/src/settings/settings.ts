import { isIP } from "node:net";
import { usernameCharactersMax } from "@cuplaj/protocol/limits.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";

/** Converts a setting's text to its value. */
export interface Kind<Value> {
  /** Describes the allowed texts; ends the message that refuses any other. */
  readonly allowed: string;
  /** Returns the value, or undefined if the text is not allowed. */
  readonly parse: (given: string) => Value | undefined;
  /** The value if the setting is absent. */
  readonly fallback: Value;
  readonly unit?: string;
  /** If true, the text is never repeated in messages. */
  readonly isSecret?: boolean;
}

/** A row of `docs/settings.md`. */
export interface Setting {
  readonly name: string;
  readonly kind: Kind<unknown>;
  /** Its effect, for operators. */
  readonly meaning: string;
}

/** Reads a setting by the name of its environment variable. */
export interface ReadSetting {
  <Value>(name: string, kind: Kind<Value>, meaning: string): Value;
  readonly isSet: (name: string) => boolean;
}

/** Reads from an environment, in which an empty variable counts as unset; an invalid setting throws a StartupProblem that names it (RUN-6). */
export function readFrom(
  environment: Readonly<Record<string, string | undefined>>,
  note: (setting: Setting) => void = () => undefined,
): ReadSetting {
  const givenOf = (name: string): string => environment[name]?.trim() ?? "";
  const read = <Value>(name: string, kind: Kind<Value>, meaning: string): Value => {
    note({ name, kind, meaning });
    const given = givenOf(name);
    if (given === "") return kind.fallback;
    const value = kind.parse(given);
    if (value !== undefined) return value;
    const wrong = kind.isSecret === true ? "not valid" : JSON.stringify(given);
    throw new StartupProblem(`${name} is ${wrong}; allowed is ${kind.allowed}.`);
  };
  return Object.assign(read, { isSet: (name: string) => givenOf(name) !== "" });
}

export const text = <Fallback extends string | null>(
  allowed: string,
  fallback: Fallback,
  isValid: (given: string) => boolean = () => true,
): Kind<string | Fallback> => ({ allowed, fallback, parse: (given) => (isValid(given) ? given : undefined) });

export const secret = (allowed: string, isValid: (given: string) => boolean): Kind<string | null> => ({
  ...text(allowed, null, isValid),
  isSecret: true,
});

/** A whole number between two bounds, inclusive. */
export const wholeNumber = <Fallback extends number | null>(
  minimum: number,
  maximum: number,
  fallback: Fallback,
  unit = "",
): Kind<number | Fallback> => ({
  unit,
  allowed: `a whole number from ${minimum} to ${maximum}`,
  fallback,
  parse: (given) =>
    /^\d{1,15}$/u.test(given) && Number(given) >= minimum && Number(given) <= maximum ? Number(given) : undefined,
});

export const oneOf = <const Word extends string>(words: readonly Word[], fallback: Word): Kind<Word> => ({
  allowed: `one of ${words.join(", ")}`,
  fallback,
  parse: (given) => words.find((word) => word === given),
});

export const origins: Kind<readonly string[]> = {
  allowed: "origins such as https://parts.example.ro, separated by commas",
  fallback: [],
  parse(given) {
    const listed = given.split(",").map((part) => part.trim());
    const named = listed.filter((part) => part !== "");
    return named.every(isOrigin) ? named : undefined;
  },
};

/** Comma-separated usernames, in lower case and without duplicates. */
export const userNames: Kind<readonly string[]> = {
  allowed: "usernames such as radu, ioana, separated by commas",
  fallback: [],
  parse(given) {
    const listed = given.split(",").map((part) => part.trim());
    const named = listed.filter((part) => part !== "");
    if (named.some((name) => name.length > usernameCharactersMax)) return undefined;
    return [...new Set(named.map((name) => name.toLowerCase()))];
  },
};

/** Returns a test of whether an address has one of these schemes and a host. */
export const isUrlOf = (schemes: readonly string[]) => (given: string) => {
  const url = URL.parse(given);
  return url !== null && schemes.includes(url.protocol) && url.hostname !== "";
};

/** Whether an address consists only of scheme, host and port. */
export const isOrigin = (given: string): boolean => URL.parse(given)?.origin === given;

/** Whether a text has the form of an IP address or host name. */
export const isHost = (given: string): boolean => isIP(given) !== 0 || /^[A-Za-z0-9.-]+$/u.test(given);

/** Whether a name or address can be reached only from this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$|^\[?::1\]?$/u.test(host);
}

/** Aborts startup with this message if settings conflict. */
export function refuse(isWrong: boolean, sentence: string): void {
  if (isWrong) throw new StartupProblem(sentence);
}

/** RUN-6: aborts startup if one of these settings is present, since it has no effect without another one. */
export function refuseUnused(read: ReadSetting, names: readonly string[], needed: string): void {
  const unused = names.find((name) => read.isSet(name));
  refuse(unused !== undefined, `${unused} does nothing ${needed}: set that, or remove ${unused}.`);
}
