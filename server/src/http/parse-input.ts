import { IsOptional, type TSchema } from "typebox";
import type { TLocalizedValidationError } from "typebox/error";
import { Compile } from "typebox/schema";
import { Settings } from "typebox/system";
import type { FieldProblem, FieldProblems } from "../kernel/outcome.ts";

/** Most fields named in a refusal, and most errors inspected to find them: a union has several errors per shape. */
const fieldsNamedMax = 100;
const errorsMax = 1000;
Settings.Set({ maxErrors: errorsMax });

/** A part of a request. All parts except the body are text, so their integers are parsed strictly; bodies are never converted. */
export type InputPart = "params" | "query" | "headers" | "body";

/** Thrown for a value that does not match its schema; the response is 422 with the fields (ERR-2). */
export class InvalidInput extends Error {
  readonly fields: FieldProblems;
  constructor(fields: FieldProblems) {
    super("invalid input");
    this.fields = fields;
  }
}

/** Compiles a parser for one part of a request. The parser returns the value or throws `InvalidInput`. */
export function compileInput(schema: TSchema, part: InputPart): (input: unknown) => unknown {
  let validator: ReturnType<typeof Compile<TSchema>> | undefined;
  const integers = integerFields(schema);
  return (input) => {
    if ((input === null || input === undefined) && IsOptional(schema)) return {};
    const value = part === "body" ? input : readIntegers(input, integers);
    // Compiled on first use, since about 150 schemas would otherwise be compiled at startup for nothing.
    validator ??= Compile(schema);
    if (validator.Check(value)) return value;
    throw new InvalidInput(describe(validator.Errors(value)[1], part));
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

function isInteger(schema: TSchema): boolean {
  if ("anyOf" in schema && Array.isArray(schema.anyOf))
    return schema.anyOf.every((one: TSchema) => "const" in one && Number.isInteger(one.const));
  return "type" in schema && schema.type === "integer";
}

/** Converts only plain digits; any other text then fails its schema. */
function readIntegers(input: unknown, integers: ReadonlySet<string>): unknown {
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const isNumber = integers.has(name) && typeof value === "string" && /^(?:0|[1-9]\d{0,15})$/u.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );
}

/** Names the invalid fields by dotted path (`lines.3.unit_price`), at most `fieldsNamedMax`. */
function describe(errors: readonly TLocalizedValidationError[], part: InputPart): FieldProblems {
  const unions = new Set(
    errors.filter(({ keyword }) => keyword === "anyOf").map(({ instancePath }) => fieldAt(instancePath)),
  );
  const fields = new Map<string, FieldProblem>();
  for (const [field, problem] of errors.flatMap((error) => problemsOf(error, part))) {
    // A union is reported as a whole, not by the fields that each shape lacks.
    const union = parentsOf(field).find((parent) => unions.has(parent));
    const named = union ?? field;
    if (!fields.has(named) && fields.size < fieldsNamedMax)
      fields.set(named, union === undefined ? problem : "not_valid");
  }
  if (fields.size === 0) fields.set(part, "not_valid");
  return Object.fromEntries([...fields].map(([field, problem]) => [field, [problem]]));
}

function problemsOf(error: TLocalizedValidationError, part: InputPart): [string, FieldProblem][] {
  const field = fieldAt(error.instancePath);
  if (error.keyword === "required") {
    const inside = field === "" ? "" : `${field}.`;
    return error.params.requiredProperties.map((name) => [`${inside}${name}`, "required"]);
  }
  return [[field === "" ? part : field, problemByKeyword[error.keyword] ?? "not_valid"]];
}

const fieldAt = (instancePath: string): string => instancePath.slice(1).replaceAll("/", ".");

function parentsOf(field: string): readonly string[] {
  const names = field.split(".");
  return names.slice(1).map((_name, index) => names.slice(0, index + 1).join("."));
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
