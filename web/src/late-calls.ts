/**
 * Completes the table of calls: in a build, those that only late runners make are here instead of in the first load (`web/compiled-calls.ts`).
 */
import "@cuplaj/protocol/calls.ts";
