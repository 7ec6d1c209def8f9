/** RUN-2e: rules that only the full run proves, by the reason why the gate does not. @type {Readonly<Record<string, readonly string[]>>} */
export const FULL_ONLY_RULES = {};
