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
    description: `Who did what, when and from where, newest first, ${auditEntriesPerPage} per page. Entries match all filters; \`person\` matches the actor or the person concerned, and \`username\` does so by username, ignoring case. \`total\` and the pages end at ${auditCountedMax} entries; use \`until\` to reach older ones.`,
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
    answers: { 200: shape("A page of entries.", { entries: Type.Array(AuditEntry), ...ofPage }) },
  },
} as const satisfies Readonly<Record<string, DocumentedEndpoint>>;
