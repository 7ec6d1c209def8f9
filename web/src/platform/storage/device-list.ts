import { deviceStorage } from "./device-storage.ts";
import { parseJson } from "./parse-json.ts";

/** A person's recent entries on this device, unique and newest first; `owner` is an `ownerKey`. */
export function deviceList(prefix: string, most: number) {
  function stored(owner: string): readonly string[] {
    const texts = parseJson(deviceStorage.get(prefix + owner));
    return Array.isArray(texts) ? texts.filter((text) => typeof text === "string").slice(0, most) : [];
  }
  function store(owner: string, texts: readonly string[]): readonly string[] {
    deviceStorage.set(prefix + owner, texts.length === 0 ? null : JSON.stringify(texts));
    return texts;
  }
  const without = (owner: string, text: string): readonly string[] => stored(owner).filter((other) => other !== text);
  return {
    stored,
    save: (owner: string, text: string) => store(owner, [text, ...without(owner, text)].slice(0, most)),
    drop: (owner: string, text: string) => store(owner, without(owner, text)),
    forgetAll: (): void => {
      for (const key of deviceStorage.keys()) if (key.startsWith(prefix)) deviceStorage.set(key, null);
    },
  };
}
