import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly permissions: readonly string[];
  readonly isGuarded: boolean;
  readonly parameters: readonly Parameter[];
  /** Examples of the body by content type; null if the call has no body. */
  readonly bodies: Readonly<Record<string, unknown>> | null;
  readonly statuses: readonly string[];
  /** Error codes, each preceded by its status. */
  readonly codes: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly type: string | undefined;
  readonly example: unknown;
}

export interface DocumentedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined if it was not JSON. */
  readonly body: unknown;
}

type Json = Readonly<Record<string, unknown>>;

export interface DocumentedApi {
  readonly operations: readonly Operation[];
  /** Lists differences between a response and the document: unknown statuses or fields, other shapes. */
  readonly problemsOf: (name: string, answer: DocumentedAnswer) => readonly string[];
  readonly exampleProblems: () => readonly string[];
}

/** Reads an OpenAPI document as any client would, with no other knowledge of the API. */
export function readDocument(document: Json): DocumentedApi {
  const closed = withoutOtherFields(document) as Json;
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true });
  ajv.addSchema(closed, "document");
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
    validators.set(pointer, known);
    return known;
  };
  const problemsAt = (pointer: string, value: unknown): string[] => {
    const validate = validatorAt(pointer);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
  const at = (pointer: string): Json | undefined => {
    const found = pointer
      .split("/")
      .slice(1)
      .reduce<unknown>((inner, key) => Object(inner)[key.replaceAll("~1", "/").replaceAll("~0", "~")], closed);
    if (found === undefined) return undefined;
    const { $ref } = found as { $ref?: string };
    return $ref === undefined ? (found as Json) : at($ref.slice(1));
  };
  const pointerTo = (pointer: string): string => {
    const { $ref } = pointer
      .split("/")
      .slice(1)
      .reduce<{ $ref?: string }>((inner, key) => Object(Object(inner)[key.replaceAll("~1", "/")]), closed);
    return $ref === undefined ? pointer : $ref.slice(1);
  };
  const pointers = new Map<string, string>();
  const operations = entriesOf(closed["paths"]).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, operation]): Operation => {
      const name = String(operation["operationId"]);
      const pointer = `/paths/${path.replaceAll("/", "~1")}/${method}`;
      pointers.set(name, pointer);
      return operationAt({ name, method, path, operation, answerAt: (status) => at(`${pointer}/responses/${status}`) });
    }),
  );
  return {
    operations,
    problemsOf(name, { status, headers, body }) {
      const position = `${pointers.get(name)}/responses/${status}`;
      const answer = at(position);
      if (answer === undefined) return [`${name} answered ${status}, which is not documented: ${JSON.stringify(body)}`];
      const missing = entriesOf(answer["headers"])
        .filter(([header]) => headers.get(header) === null)
        .map(([header]) => `${header} is missing`);
      const hasJson = Object(answer["content"])["application/json"] !== undefined;
      if (!hasJson) return body === undefined ? missing : [...missing, "a body that is not documented"];
      const where = `${pointerTo(position)}/content/application~1json/schema`;
      return [...missing, ...problemsAt(where, body)].map((problem) => `${name} ${status}: ${problem}`);
    },
    exampleProblems: () => problemsOfExamples(closed, "", problemsAt),
  };
}

function operationAt(found: {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
  readonly answerAt: (status: string) => Json | undefined;
}): Operation {
  const { operation, answerAt } = found;
  const {
    security,
    parameters = [],
    responses,
    requestBody,
  } = operation as {
    security: Json[];
    parameters?: { name: string; in: Parameter["in"]; schema: { type?: string }; example?: unknown }[];
    responses: Json;
    requestBody?: { content: Record<string, { example?: unknown }> };
  };
  const bodies = entriesOf(requestBody?.content).map(([type, { example }]) => [type, example]);
  const codes = Object.keys(responses).flatMap((status) => {
    const content = Object(answerAt(status)?.["content"])["application/json"];
    return Number(status) < 400 ? [] : Object.keys(Object(content?.examples)).map((code) => `${status} ${code}`);
  });
  return {
    ...{
      name: found.name,
      method: found.method.toUpperCase(),
      path: found.path,
      statuses: Object.keys(responses),
      codes,
    },
    permissions: operation["x-permissions"] as string[],
    isGuarded: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
    parameters: parameters.map(({ name, in: where, schema, example }) => ({
      name,
      in: where,
      type: schema.type,
      example,
    })),
    bodies: requestBody === undefined ? null : Object.fromEntries(bodies),
  };
}

const entriesOf = (map: unknown): [string, Json][] => Object.entries(Object(map) as Record<string, Json>);

function withoutOtherFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOtherFields);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutOtherFields(each)]));
  const isClosed =
    inner["type"] === "object" && inner["properties"] !== undefined && !("additionalProperties" in inner);
  return isClosed ? { ...inner, additionalProperties: false } : inner;
}

/** Checks each `example` and `examples` against the `schema` next to it. */
function problemsOfExamples(
  value: unknown,
  pointer: string,
  problemsAt: (pointer: string, value: unknown) => string[],
): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { schema, example, examples } = value as Json;
  const given = [...(example === undefined ? [] : [example]), ...entriesOf(examples).map(([, each]) => each["value"])];
  const own =
    schema === undefined
      ? []
      : given.flatMap((each) => problemsAt(`${pointer}/schema`, each).map((problem) => `${pointer}: ${problem}`));
  const inner = Object.entries(value)
    .filter(([key]) => key !== "example" && key !== "examples")
    .flatMap(([key, each]) => problemsOfExamples(each, `${pointer}/${key.replaceAll("/", "~1")}`, problemsAt));
  return [...own, ...inner];
}
