import type { PendingFile } from "../state/entities.ts";
import { fits, isCount, isText, orNull } from "./shapes.ts";

const side = orNull(isCount);
const shape = { name: isText, bytes: isCount, type: isText, width: side, height: side };

/** A file of a pending message as this device stored it; null for anything else. */
export const readPendingFile = (value: unknown): PendingFile | null => (fits<PendingFile>(value, shape) ? value : null);
