import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { startDrivenApi } from "../../testing/api-document/driven-api.ts";

const { document, operations, exampleProblems, drive } = await startDrivenApi();

test("[DOC-1] the document is valid OpenAPI 3.1, has every call once, and every example matches its schema", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  expect(exampleProblems()).toEqual([]);
});

test("[TFA-1a] only these calls accept a pending sign-in", () => {
  const named: [string, Endpoint][] = Object.entries(endpoints);
  const taken = named.filter(([, { takesPendingSignIn }]) => takesPendingSignIn === true).map(([name]) => name);
  expect(taken.toSorted()).toEqual(["confirmSecondFactor", "giveSecondFactor", "logout", "me", "offerSecondFactor"]);
});

test.each(operations)(
  "[DOC-1a] $method $path accepts its example from holders of its permissions, and nobody else",
  async (operation) => {
    expect(await drive(operation).answerExample()).toMatch(/^20[014]$/u);
  },
);
