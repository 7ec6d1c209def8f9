import { Type } from "typebox";
import { AuditEntry, AuditKind } from "./audit.ts";
import { Page } from "./call-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { usernameCharactersMax } from "./limits.ts";
import { Id, Timestamp } from "./scalars.ts";

/** What holders of `audit.view` read of the audit log (AUD-3). */
export const auditEndpoints = {
  /** The newest first. `person` acted, or it is about them; `username` names them as they are called now. */
  listAudit: {
    method: "GET",
    path: "/api/v1/audit/:page",
    limit: "reads",
    isExpensive: true,
    params: Type.Object({ page: Page }),
    query: Type.Object({
      person: Type.Optional(Id),
      username: Type.Optional(Type.String({ maxLength: usernameCharactersMax })),
      kind: Type.Optional(AuditKind),
      since: Type.Optional(Timestamp),
      until: Type.Optional(Timestamp),
    }),
    answers: {
      200: Type.Object({ entries: Type.Array(AuditEntry), total: Type.Integer(), page: Type.Integer() }),
    },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
