const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const objectName = new RegExp(String.raw`^${uuid}(?:\.preview)?$`, "u");

/** MSG-3q: whether an object may have this name: the id of a file or of a part of an upload, or that of a file's preview. */
export const isObjectName = (name: string): boolean => objectName.test(name);

/** The object that holds a file's preview. */
export const previewOf = (fileId: string): string => `${fileId}.preview`;

/** The objects of a file. */
export const objectsOf = ({
  id,
  previewBytes,
}: {
  readonly id: string;
  readonly previewBytes: number | null;
}): string[] => (previewBytes === null ? [id] : [id, previewOf(id)]);

/** The object by which a location says which storage it is. */
export const identityName = "cuplaj-storage";
