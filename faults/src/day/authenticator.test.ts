import { expect, test } from "vitest";
import { codeOf } from "./authenticator.ts";

test("[OPS-7] a phone gives the codes of RFC 6238, appendix B", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const seconds = [59, 1_111_111_109, 20_000_000_000];
  expect(seconds.map((second) => codeOf(secret, Math.floor(second / 30)))).toEqual(["287082", "081804", "353130"]);
});
