import { isIP } from "node:net";
import { usernameCharactersMax } from "@cuplaj/protocol/limits.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";

/** How a setting's text becomes its value. */
export interface Kind<Value> {
  /** Completes the sentence that refuses other texts. */
  readonly allowed: string;
  /** Undefined if invalid. */
  readonly parse: (given: string) => Value | undefined;
  readonly fallback: Value;
  /** Its text is never shown. */
  readonly isSecret?: boolean;
}

export type ReadSetting = <Value>(name: string, kind: Kind<Value>) => Value;

/** Reads from an environment, in which empty means unset; throws a StartupProblem that names an invalid setting (RUN-6). */
export function readFrom(
  environment: Readonly<Record<string, string | undefined>>,
  noteName: (name: string) => void = () => undefined,
): ReadSetting {
  return (name, { allowed, parse, fallback, isSecret }) => {
    noteName(name);
    const given = environment[name]?.trim() ?? "";
    if (given === "") return fallback;
    const value = parse(given);
    if (value !== undefined) return value;
    const wrong = isSecret === true ? "not valid" : JSON.stringify(given);
    throw new StartupProblem(`${name} is ${wrong}; allowed is ${allowed}.`);
  };
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

/** A whole number, bounds included. */
export const wholeNumber = <Fallback extends number | null>(
  minimum: number,
  maximum: number,
  fallback: Fallback,
): Kind<number | Fallback> => ({
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

/** Comma-separated origins. */
export const origins: Kind<readonly string[]> = {
  allowed: "origins such as https://parts.example.ro, with commas between them",
  fallback: [],
  parse(given) {
    const listed = given.split(",").map((part) => part.trim());
    const named = listed.filter((part) => part !== "");
    return named.every(isOrigin) ? named : undefined;
  },
};

/** Comma-separated usernames, in lower case without duplicates. */
export const userNames: Kind<readonly string[]> = {
  allowed: "user names such as radu, ioana, with commas between them",
  fallback: [],
  parse(given) {
    const listed = given.split(",").map((part) => part.trim());
    const named = listed.filter((part) => part !== "");
    if (named.some((name) => name.length > usernameCharactersMax)) return undefined;
    return [...new Set(named.map((name) => name.toLowerCase()))];
  },
};

/** Whether a URL has one of these schemes and a host. */
export const isUrlOf = (schemes: readonly string[]) => (given: string) => {
  const url = URL.parse(given);
  return url !== null && schemes.includes(url.protocol) && url.hostname !== "";
};

/** Whether a URL is only scheme, host and port. */
export const isOrigin = (given: string): boolean => URL.parse(given)?.origin === given;

export const isHost = (given: string): boolean => isIP(given) !== 0 || /^[A-Za-z0-9.-]+$/u.test(given);

/** True for names and addresses that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$|^\[?::1\]?$/u.test(host);
}

/** Stops the start with a sentence for conflicting settings. */
export function refuse(isWrong: boolean, sentence: string): void {
  if (isWrong) throw new StartupProblem(sentence);
}

/** RUN-6d: Stops the start if one of these is set without the setting that it depends on. */
export function refuseUnused(read: ReadSetting, names: readonly string[], needed: string): void {
  const unused = names.find((name) => read(name, text("any text", null)) !== null);
  refuse(unused !== undefined, `${unused} does nothing ${needed}: set that, or take ${unused} away.`);
}
