import type { MessageFile } from "@cuplaj/protocol/file.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** A message's file as it is stored; width and height in pixels, `placeholder` in base64. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly mime: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly placeholder: string | null;
  readonly hasPreview: boolean;
}

/** The number that names an author's kind in a file's address (MSG-4). */
export const fileKind = { customer: 0, erp: 1, agent: 2 } as const satisfies Record<ParticipantKind, number>;

/** The message that a file belongs to. */
interface FileOwner {
  readonly id: number;
  readonly roomId: number;
  readonly author: { readonly type: ParticipantKind };
}

/** MSG-1: a file as everybody sees it. */
export function toFile(file: StoredFile, { id, roomId, author }: FileOwner): MessageFile {
  const url = `/api/v1/chat/${roomId}/download/${id}/${fileKind[author.type]}`;
  return {
    name: file.name,
    size: file.bytes,
    mime: file.mime,
    ...(file.width === null ? {} : { width: file.width }),
    ...(file.height === null ? {} : { height: file.height }),
    ...(file.placeholder === null ? {} : { placeholder: file.placeholder }),
    url,
    ...(file.hasPreview ? { preview_url: `${url}?preview=1` } : {}),
  };
}
