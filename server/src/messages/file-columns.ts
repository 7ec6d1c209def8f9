/** The file of a row of `messages`, in the form of `StoredFile`; nothing is looked up where it has none. */
export const fileColumn = (message: string): string => `case when ${message}.file_id is not null then (
    select json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes, 'mime', f.mime, 'width', f.width, 'height', f.height,
      'placeholder', encode(f.placeholder, 'base64'), 'hasPreview', f.preview_bytes is not null)
    from files f where f.id = ${message}.file_id) end`;
