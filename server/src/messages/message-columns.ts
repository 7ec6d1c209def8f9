export const fileColumn = (message: string): string => `case when ${message}.file_id is not null then (
    select json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes, 'mime', f.mime, 'width', f.width, 'height', f.height,
      'placeholder', encode(f.placeholder, 'base64'), 'hasPreview', f.preview_bytes is not null)
    from files f where f.id = ${message}.file_id) end`;

/** SQL for the quoted message (MSG-8); skips the lookup if the message is not a reply. */
export const quoteColumn = (message: string): string =>
  `case when ${message}.reply_to_seq is not null then quote_json(${message}.room_id, ${message}.reply_to_seq) end`;
