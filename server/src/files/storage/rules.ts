const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const objectName = new RegExp(String.raw`^${uuid}(?:\.preview)?$`, "u");

/** MSG-3h: whether an object may have this name: the id of a file or of a part of an upload, or that of a file's preview. */
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

/** Whose share has no room for a file: its uploader's, or that of all. */
export type Fullness = "person-full" | "installation-full";

/** MSG-3s: the share that has no room for so many bytes more; `used` is asked only where there is a limit. */
export async function fullnessWith(
  bytes: number,
  { perPersonMax, installationMax }: Readonly<Record<"perPersonMax" | "installationMax", number | null>>,
  used: (of: "person" | "all") => Promise<number>,
): Promise<Fullness | null> {
  if (perPersonMax !== null && (await used("person")) + bytes > perPersonMax) return "person-full";
  const isFull = installationMax !== null && (await used("all")) + bytes > installationMax;
  return isFull ? "installation-full" : null;
}
