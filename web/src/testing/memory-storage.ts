import { afterEach, beforeEach, vi } from "vitest";

/** Stores keys as own properties, as a browser's storage does. */
class MemoryStorage {
  getItem(key: string): string | null {
    return Object.entries(this).find(([name]) => name === key)?.[1] ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

export function withMemoryStorage(): void {
  beforeEach(() => vi.stubGlobal("localStorage", new MemoryStorage()));
  afterEach(() => void vi.unstubAllGlobals());
}
