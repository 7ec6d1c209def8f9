import type { MessageFile } from "@cuplaj/protocol/file.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";

/** Width and height in pixels, `placeholder` in base64. */
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

/** MSG-4: the number that stands for the author's kind in a file's URL. */
export const fileKind = { customer: 0, erp: 1, agent: 2 } as const satisfies Record<ParticipantKind, number>;

interface FileOwner {
  readonly id: number;
  readonly roomId: number;
  readonly author: { readonly type: ParticipantKind };
}

export const fileUrl = ({ id, roomId, author }: FileOwner): string =>
  `/api/v1/chat/${roomId}/download/${id}/${fileKind[author.type]}`;

export function toFile(file: StoredFile, owner: FileOwner): MessageFile {
  const url = fileUrl(owner);
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
