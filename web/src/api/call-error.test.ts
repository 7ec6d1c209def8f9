import fc from "fast-check";
import { Check } from "typebox/value";
import { expect, test } from "vitest";
import { ErrorBody } from "@cuplaj/protocol/endpoints.ts";
import { type ErrorCode, errorStatus } from "@cuplaj/protocol/errors.ts";
import { mutantsOf, valuesOf } from "../testing/schema-values.ts";
import { callErrorOf } from "./api-client.ts";

type Body = {
  message: string;
  code: string;
  errors?: Record<string, string[]>;
  details?: unknown;
  request_id: string;
};

const codes = Object.keys(errorStatus) as readonly ErrorCode[];
const bodies = fc
  .tuple(valuesOf<Body>(ErrorBody), fc.constantFrom(...codes))
  .map(([body, code]) => ({ ...body, code }));
const read = (status: number, json: unknown) => callErrorOf({ kind: "answer", status, json, retryAfter: null });

test("[ERR-1] every error body of the contract is read as written, whatever the status", () => {
  fc.assert(
    fc.property(bodies, fc.integer({ min: 400, max: 599 }), (body, status) => {
      expect(Check(ErrorBody, body)).toBe(true);
      const { code, message, errors = {}, details } = body;
      expect(read(status, body)).toEqual({ code, message, fieldErrors: errors, details, retryAfterSeconds: null });
    }),
  );
});

test("[LANG-2] any other body means its status, plus every readable part", () => {
  fc.assert(
    fc.property(bodies, fc.constantFrom(...codes), (body, code) => {
      for (const { path, value } of mutantsOf(body)) {
        const error = read(errorStatus[code], value);
        const isWhole = path !== "" && path !== "code";
        // Two codes share status 422; a body without a code means the more common one.
        expect(isWhole ? error.code === body.code : errorStatus[error.code as ErrorCode] === errorStatus[code]).toBe(
          true,
        );
        expect(typeof error.message).toBe("string");
        expect(
          Object.values(error.fieldErrors)
            .flat()
            .every((sentence) => typeof sentence === "string"),
        ).toBe(true);
      }
    }),
  );
  expect(read(422, null).code).toBe("invalid");
});
