import { auditCountedMax, auditEntriesPerPage } from "../limits.ts";
import { type CallDocs, unpermitted } from "./call-doc.ts";

/** The audit log, as its holders read it. */
export const auditDocs = {
  listAudit: {
    tag: "audit",
    summary: "Read the audit log",
    description: `Who did what, when and from where, newest first, ${auditEntriesPerPage} a page. All filters have to fit; \`person\` is who acted or whom it is about, and \`username\` the same by user name, whatever its case. \`total\` and the pages end at ${auditCountedMax} entries: what is older is found by \`until\`.`,
    permissions: ["audit.view"],
    errors: unpermitted,
    request: { params: { page: 1 }, query: { kind: "sign-in.failed", since: "2026-11-20T00:00:00.000Z" } },
    answers: {
      200: {
        says: "The entries of the page.",
        example: {
          entries: [
            {
              id: 8841,
              created_at: "2026-11-23T09:41:07.120Z",
              kind: "sign-in.failed",
              by: "nobody",
              person: null,
              address: "203.0.113.7",
              about: { type: "participant", id: 12 },
              detail: "main",
              times: 3,
            },
          ],
          total: 1,
          page: 1,
        },
      },
    },
  },
} satisfies Partial<CallDocs>;
