import { Type } from "typebox";
import { AuditEntry, AuditKind } from "./audit.ts";
import { ofPage, Page, unpermitted } from "./call-shapes.ts";
import type { DocumentedEndpoint } from "./endpoint.ts";
import { auditCountedMax, auditEntriesPerPage, usernameCharactersMax } from "./limits.ts";
import { Id, Timestamp } from "./scalars.ts";
import { shape } from "./shape.ts";

export const auditEndpoints = {
  listAudit: {
    method: "GET",
    path: "/api/v1/audit/:page",
    limit: "reads",
    isExpensive: true,
    summary: "Read the audit log",
    description: `Who did what, when and from where, newest first, ${auditEntriesPerPage} a page. All filters have to fit; \`person\` is who acted or whom it is about, and \`username\` the same by user name, whatever its case. \`total\` and the pages end at ${auditCountedMax} entries: what is older is found by \`until\`.`,
    permissions: ["audit.view"],
    errors: unpermitted,
    params: Type.Object({ page: Page }),
    query: Type.Object(
      {
        person: Type.Optional(Id),
        username: Type.Optional(Type.String({ maxLength: usernameCharactersMax })),
        kind: Type.Optional(AuditKind),
        since: Type.Optional(Timestamp),
        until: Type.Optional(Timestamp),
      },
      { examples: [{ kind: "sign-in.failed", since: "2026-11-20T00:00:00.000Z" }] },
    ),
    answers: { 200: shape("The entries of the page.", { entries: Type.Array(AuditEntry), ...ofPage }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
