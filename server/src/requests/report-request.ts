import type { PartRequest, RequestState } from "@cuplaj/protocol/request.ts";
import { fileUrl } from "../messages/file-rules.ts";
import type { RequestStore } from "./store.ts";

/** REQ-1f: a request as programs receive it; `origin` begins the addresses of its photos. */
export async function reportRequest(
  { report }: Pick<RequestStore, "report">,
  origin: string,
  requestId: number,
  state: RequestState,
): Promise<PartRequest | null> {
  const request = await report(requestId, state);
  if (request === null) return null;
  const { room_id: roomId } = request;
  const photos = request.photos.map(({ messageId: id, ...photo }) => {
    const path = fileUrl({ id, roomId, author: { type: "customer" } });
    return { ...photo, url: new URL(path, origin).href };
  });
  return { ...request, photos };
}
