/** RUN-2e: rules that only the full run proves, by the reason why the gate does not. @type {Readonly<Record<string, readonly string[]>>} */
export const FULL_ONLY_RULES = {
  "whole servers start, stop and are refused": [
    ...["RUN-3a", "RUN-4b", "RUN-4c", "RUN-5a", "RUN-5e", "RUN-6f", "RUN-8", "RUN-8c", "RUN-9d", "OPS-1"],
    ...["EMB-1d", "HOOK-1b", "PERF-20", "PERF-20a", "PERF-20b", "PUSH-5", "PUSH-8a", "SEC-1", "SEC-1b", "SEC-1d"],
  ],
  "backups are made and restored, one after the other": [
    ...["KEEP-1a", "KEEP-1b", "KEEP-1c", "KEEP-2b", "KEEP-2d", "KEEP-2e", "KEEP-4b"],
  ],
  "commands run beside a whole server": ["ERP-2j", "FIND-2j", "PERS-2e", "RUN-7a"],
  "several processes meet, and are killed": ["FIND-2i", "LIM-2d", "LIM-2e"],
  "real time passes": ["FIND-2h", "RUN-5b", "RUN-5f", "SEC-2f"],
  "other programs are needed: curl, promtool, a TypeScript client": ["DOC-2", "DOC-3", "OPS-2", "OPS-2a"],
  "thousands of calls, all answers of all calls, or a reading of everything": ["DOC-1b", "FIND-1m", "LIM-1d", "MSG-4p"],
  "pushes are sent round after round": ["PUSH-2d", "PUSH-6a", "PUSH-6c", "PUSH-6e", "PUSH-7a", "PUSH-7b"],
  "rooms and dialogs are laid out, and touched by a thumb": ["A11Y-3", "LIST-1d", "LIST-4b", "LIST-7a", "ORDER-5a"],
  "a browser's own worker and tabs": ["NOTE-5a", "PUSH-9b", "PUSH-9c", "PUSH-10b"],
};
