const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const objectName = new RegExp(String.raw`^${uuid}(?:\.preview)?$`, "u");

/** MSG-3h: whether an object may have this name: the id of a file or of an upload's part, or `{id}.preview`. */
export const isObjectName = (name: string): boolean => objectName.test(name);

/** MSG-3t: the path of an object in its storage's folder. */
export const objectPath = (name: string): string => `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;

export const previewOf = (fileId: string): string => `${fileId}.preview`;

export const objectsOf = ({
  id,
  previewBytes,
}: {
  readonly id: string;
  readonly previewBytes: number | null;
}): string[] => (previewBytes === null ? [id] : [id, previewOf(id)]);

export const identityName = "cuplaj-storage";

/** The quota that is full: the uploader's or the installation's. */
export type Fullness = "person-full" | "installation-full";

/** MSG-3s: returns the quota that has no room for `bytes` more, or null. Calls `used` only if there is a limit. */
export async function fullnessWith(
  bytes: number,
  { perPersonMax, installationMax }: Readonly<Record<"perPersonMax" | "installationMax", number | null>>,
  used: (of: "person" | "all") => Promise<number>,
): Promise<Fullness | null> {
  if (perPersonMax !== null && (await used("person")) + bytes > perPersonMax) return "person-full";
  const isFull = installationMax !== null && (await used("all")) + bytes > installationMax;
  return isFull ? "installation-full" : null;
}
