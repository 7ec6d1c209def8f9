import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { nowMs } from "@cuplaj/protocol/testing/test-clock.ts";
import { expect, test } from "vitest";
import { readHostToken } from "./host-token.ts";
import { problemOfClaims } from "./rules.ts";

const secret = "what a parts shop and its chat both know";
const page = readFileSync(new URL("../../../docs/embedding.md", import.meta.url), "utf8");

/** Runs the documentation's example and returns its token for Ana. */
function signed(): string {
  const example = /```js\n(?<code>import \{ createHmac.*?)```/su.exec(page)?.groups?.["code"] ?? "";
  const program = `${example}\nprocess.stdout.write(cuplajToken("ana"));`;
  return execFileSync(process.execPath, ["--input-type=module", "-"], {
    input: program,
    env: { EMBED_SECRET: secret },
    encoding: "utf8",
  });
}

test("[EMB-2] the Node example for hosts signs a valid token, a different one each time", () => {
  const [first, second] = [readHostToken(signed(), secret), readHostToken(signed(), secret)];
  if (!("claims" in first && "claims" in second)) throw new Error("the example signs no token");
  const judged = {
    audiences: ["https://chat.example.ro"],
    embedOrigins: ["https://parts.example.ro"],
    handedBy: "https://parts.example.ro",
    now: nowMs(),
  };
  expect(first.claims.sub).toBe("ana");
  expect(problemOfClaims(first.claims, judged)).toBeNull();
  expect(first.claims.jti).not.toBe(second.claims.jti);
});
