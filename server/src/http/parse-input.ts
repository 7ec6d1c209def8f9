import { IsOptional, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import type { FieldProblem, FieldProblems } from "../kernel/outcome.ts";

/** Where a value stands in a request. All but bodies are text, so their integers are read strictly; bodies are never converted. */
export type InputPart = "params" | "query" | "headers" | "body";

/** Thrown when a value does not match its schema; answered as 422 with the fields (ERR-2). */
export class InvalidInput extends Error {
  readonly fields: FieldProblems;
  constructor(fields: FieldProblems) {
    super("invalid input");
    this.fields = fields;
  }
}

/** Parses one part of a request: the parser gives the value or throws `InvalidInput`. */
export function compileInput(schema: TSchema, part: InputPart): (input: unknown) => unknown {
  const validator = Compile(schema);
  const integers = integerFields(schema);
  return (input) => {
    if ((input === null || input === undefined) && IsOptional(schema)) return {};
    const value = part === "body" ? input : readIntegers(input, integers);
    if (validator.Check(value)) return value;
    throw new InvalidInput(describe(validator.Errors(value), part));
  };
}

function integerFields(schema: TSchema): ReadonlySet<string> {
  const properties: unknown = "properties" in schema ? schema.properties : {};
  return new Set(
    Object.entries(properties ?? {})
      .filter(([, property]) => isInteger(property))
      .map(([name]) => name),
  );
}

/** An integer, or one of a few. */
function isInteger(schema: TSchema): boolean {
  if ("anyOf" in schema && Array.isArray(schema.anyOf))
    return schema.anyOf.every((one: TSchema) => "const" in one && Number.isInteger(one.const));
  return "type" in schema && schema.type === "integer";
}

/** Only plain digits become a number; anything else stays text and fails its schema. */
function readIntegers(input: unknown, integers: ReadonlySet<string>): unknown {
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const isNumber = integers.has(name) && typeof value === "string" && /^(?:0|[1-9]\d{0,15})$/u.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

function describe(errors: readonly TLocalizedValidationError[], part: InputPart): FieldProblems {
  const fields = new Map<string, FieldProblem>();
  for (const error of errors) {
    for (const [field, problem] of problemsOf(error, part)) if (!fields.has(field)) fields.set(field, problem);
  }
  if (fields.size === 0) fields.set(part, "not_valid");
  return Object.fromEntries([...fields].map(([field, problem]) => [field, [problem]]));
}

function problemsOf(error: TLocalizedValidationError, part: InputPart): [string, FieldProblem][] {
  if (error.keyword === "required") return error.params.requiredProperties.map((name) => [name, "required"]);
  const field = error.instancePath.split("/")[1] ?? part;
  return [[field, problemByKeyword[error.keyword] ?? "not_valid"]];
}

const problemByKeyword: Readonly<Record<string, FieldProblem>> = {
  type: "wrong_type",
  minLength: "empty",
  maxLength: "too_long",
  minItems: "empty",
  maxItems: "too_many",
  maxProperties: "too_many",
  minimum: "out_of_range",
  maximum: "out_of_range",
};
