const personalThings = [
  "c2VjcmV0LXRva2VuLW9mLWEtc2Vzc2lvbi4xMjM0NTY",
  "Brătescu-Ionuț",
  "Anamaria",
  "Când-îmi-vine-turbina?",
  "B123XYZ",
  "WVWZZZ1JZXW000001",
  "0722123456",
  "ana.pop@example.ro",
  "oferta.987654",
  "poza-talon-dacia.jpg",
  "deviceid4f1c22",
] as const;

export type Pick = (choices: number) => number;

export function pickBy(numbers: readonly number[]): Pick {
  let next = 0;
  return (choices) => (numbers[next++ % numbers.length] ?? 0) % choices;
}

/** Finds personal data in a text, however encoded. */
export const personalThingsIn = (text: string): readonly string[] =>
  personalThings.filter((one) =>
    [one, encodeURIComponent(one), JSON.stringify(one).slice(1, -1)].some((form) =>
      text.toLowerCase().includes(form.toLowerCase()),
    ),
  );

/** Builds errors with personal data in every possible place; `ownFiles` are the addresses of our source files. */
export function createPersonalFailures(pick: Pick, ownFiles: readonly string[]) {
  const one = (): string => personalThings[pick(personalThings.length)] ?? "";

  function sentence(): string {
    const forms = [
      one(),
      `Cannot read properties of ${one()} (reading '${one()}')`,
      `https://${one()}@chat.example.ro/view/${one()}?m=${one()}#${one()}`,
      `a line\n    at ${one()} (file:///srv/${one()}.ts:1:2)\n${one()}@https://chat.example.ro/${one()}.js:3:4`,
    ];
    return forms[pick(forms.length)] ?? "";
  }

  function stackLine(): string {
    const own = ownFiles[pick(ownFiles.length)] ?? "";
    const forms = [
      `    at ${one()} (${own}:12:34)`,
      `    at async Object.${one()} [as ${one()}] (${own}?${one()}:12:34)`,
      `    at ${own.replace(/[^/]+$/, `${one()}.js`)}:12:34`,
      `${one()}@${own}:12:34`,
      `${one()}@https://chat.example.ro/view/${one()}:12:34`,
      `    at ${own}:${one()}:${one()}`,
      `    at eval (eval at ${one()} (${own}:1:2), <anonymous>:${one()}:1)`,
    ];
    return forms[pick(forms.length)] ?? "";
  }

  const stack = (message: string): string =>
    [`TypeError: ${message}`, ...Array.from({ length: pick(6) }, stackLine)].join("\n");

  function thrown(depth = 0): unknown {
    const message = sentence();
    const inner = (): unknown => (depth > 5 ? message : thrown(depth + 1));
    const error = Object.assign(new TypeError(message), { stack: stack(message), address: sentence() });
    const forms: readonly (() => unknown)[] = [
      () => error,
      () => Object.assign(error, { name: sentence(), code: sentence(), cause: inner() }),
      () => Object.assign(error, { cause: Object.assign(new RangeError(sentence()), { cause: error }) }),
      () => new AggregateError([inner()], message, { cause: inner() }),
      () => message,
      () => ({
        message,
        name: one(),
        code: one(),
        stack: stack(one()),
        toJSON: () => message,
        toString: () => message,
      }),
      () => Symbol(message),
      () => Object.defineProperty(() => message, "name", { value: one() }),
      () => new Proxy(error, { get: () => thrower(error), ownKeys: () => thrower(error) }),
      () => Object.defineProperty(error, "stack", { get: () => thrower(error) }),
    ];
    return forms[pick(forms.length)]?.();
  }

  return { thrown, sentence };
}

function thrower(error: Error): never {
  throw error;
}
