import { focusWhenGone } from "../platform/input/focus.ts";

export const toComposer = focusWhenGone((from) => from.closest("section")?.querySelector("textarea"));
