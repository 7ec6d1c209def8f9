import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import { startDrivenApi } from "../../testing/api-document/driven-api.ts";

const { document, operations, exampleProblems, drive } = await startDrivenApi();

test("[DOC-1] the document is valid OpenAPI 3.1, has every call once, and every example is of its schema", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  expect(exampleProblems()).toEqual([]);
});

test("[TFA-1a] these calls alone are taken while a sign-in is pending", () => {
  const named: [string, Endpoint][] = Object.entries(endpoints);
  const taken = named.filter(([, { takesPendingSignIn }]) => takesPendingSignIn === true).map(([name]) => name);
  expect(taken.toSorted()).toEqual(["confirmSecondFactor", "giveSecondFactor", "logout", "me", "offerSecondFactor"]);
});

test.each(operations)(
  "[DOC-1a] $method $path answers its example, made real, to whoever has the permissions that it names and no others",
  async (operation) => {
    expect(await drive(operation).answerExample()).toMatch(/^20[014]$/u);
  },
);
