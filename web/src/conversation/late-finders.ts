import { recognise } from "@cuplaj/protocol/recognise.ts";
import { findAddresses } from "./find-addresses.ts";
import type { TextFinders } from "./text-parts.ts";

export const lateFinders: TextFinders = { findAddresses, recognise };
