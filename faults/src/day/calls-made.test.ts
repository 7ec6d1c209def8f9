import { expect, test } from "vitest";
import { callsMade, uncalled } from "./calls-made.ts";
import { judgeDecisions } from "./judge-decisions.ts";
import { parseMetrics } from "./metrics.ts";

const wrong = (...received: Parameters<typeof judgeDecisions>): readonly string[] =>
  judgeDecisions(...received).flatMap(({ what, holds }) => (holds ? [] : [what]));

test("[OPS-7] a documented call counts as made once it has been answered with 2xx under its own method", () => {
  const metrics = `# TYPE cuplaj_http_requests_total counter
cuplaj_http_requests_total{method="GET",route="/api/v1/chat/:roomId/:page",status="200"} 3
cuplaj_http_requests_total{method="POST",route="/api/v1/login",status="401"} 1
cuplaj_http_requests_total{method="PATCH",route="/api/v1/uploads/:uploadId",status="204"} 1
`;
  const operations = [
    { method: "GET", path: "/api/v1/chat/{roomId}/{page}" },
    { method: "PATCH", path: "/api/v1/uploads/{uploadId}" },
    { method: "DELETE", path: "/api/v1/uploads/{uploadId}" },
    { method: "POST", path: "/api/v1/login" },
  ];
  expect(uncalled(operations, callsMade(parseMetrics(metrics)))).toEqual([
    "DELETE /api/v1/uploads/:uploadId",
    "POST /api/v1/login",
  ]);
});

test("[OPS-7] the ERP learns of every acknowledged decision, once and in order", () => {
  const [first, second] = [2, 3].map((version) => ({ id: `w${version}`, offer: 1, line: version, version }));
  if (first === undefined || second === undefined) throw new Error("two were made");
  expect(wrong([first, second], [first, second])).toEqual([]);
  expect(wrong([], [])).toEqual(["acknowledged decisions"]);
  expect(wrong([first, second], [first])).toEqual(["of these, not told to the ERP"]);
  // The ERP's first response was lost, so the decision was sent again.
  expect(wrong([first], [first, first])).toEqual([]);
  expect(wrong([first], [first, { ...first, id: "w9" }])).toEqual(["decisions told under two ids"]);
  expect(wrong([first, second], [second, first])).toEqual(["decisions told after a later one of their offer"]);
});
