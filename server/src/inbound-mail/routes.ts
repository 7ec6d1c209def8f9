import { createHash, timingSafeEqual } from "node:crypto";
import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { AddRoute } from "../http/route.ts";
import { mapOk, refused } from "../kernel/outcome.ts";
import type { TakeMail } from "./take-mail.ts";

/** `parts` is null if no answers are taken, and its secret if mail servers cannot deliver them over HTTP. */
export function addInboundMailRoutes(
  route: AddRoute,
  parts: { readonly takeMail: TakeMail; readonly secret: string | null } | null,
): void {
  route(endpoints.takeMail, async ({ headers: { authorization = "" }, body }) => {
    if (parts === null || parts.secret === null) return refused("not_found");
    if (!isSame(authorization, `Bearer ${parts.secret}`)) return refused("unauthenticated");
    return mapOk(await parts.takeMail(body), (outcome) => ({ status: 200, body: { outcome } }));
  });
}

/** Compares hashes, since the time to compare texts reveals how far they agree. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(hashOf(given), hashOf(expected));

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest();
