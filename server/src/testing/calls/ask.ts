import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import { type EndpointName, endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { Subjects } from "../access/stage.ts";
import type { Asked, CallRows } from "./call-row.ts";

interface Ask extends Pick<Asked, "body" | "headers" | "statuses"> {
  readonly name: EndpointName;
  readonly method: Endpoint["method"];
  readonly url: string;
}

/** Lists the requests of the access tests, in the order of their rows. Parameters that a row omits are valid or change nothing. */
export function asksOf(rows: CallRows, subjects: Subjects): readonly Ask[] {
  const { roomId, messageId, owner } = subjects;
  const there = { roomId, channelId: roomId, messageId, kind: 0, page: 1, actionId: 2, type: "customer", id: 10_001 };
  const absent = {
    carId: 987_654,
    accountId: 987_654,
    tokenId: 987_654,
    deviceId: 987_654,
    lineId: 987_654,
    uploadId: noUpload,
  };
  const usual = { ...there, ...absent, userId: owner.id, decision: "accept" };
  return (Object.keys(rows) as EndpointName[]).flatMap((name) => {
    const { access } = rows[name] ?? { access: [] };
    return [typeof access === "function" ? access(subjects) : access].flat().map(({ params, query, ...asked }) => {
      const parts: Readonly<Record<string, string | number>> = { ...usual, ...params };
      const { method } = endpoints[name];
      const path = endpoints[name].path.replaceAll(/:(\w+)/gu, (_, part: string) => String(parts[part]));
      return {
        name,
        method,
        url: query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`,
        ...asked,
      };
    });
  });
}

/** The id of an upload that does not exist. */
export const noUpload = "0189d6a2-0000-7000-8000-00000000f11e";
