/** RUN-2e: rules that only the full run proves, by the reason why the gate does not. @type {Readonly<Record<string, readonly string[]>>} */
export const FULL_ONLY_RULES = {
  "whole servers start, stop and are refused": [
    ...["EMB-1d", "HOOK-1b", "OPS-1", "PERF-20", "PERF-20a", "PERF-20b", "PUSH-5", "PUSH-8a", "RUN-3a", "RUN-4b"],
    ...["RUN-4c", "RUN-5a", "RUN-5e", "RUN-6f", "RUN-8", "RUN-8c", "RUN-9d", "SEC-1", "SEC-1b", "SEC-1d"],
  ],
  "backups are made and restored, one after the other": [
    ...["KEEP-1a", "KEEP-1b", "KEEP-1c", "KEEP-2b", "KEEP-2d", "KEEP-2e", "KEEP-4b"],
  ],
  "commands run beside a whole server": ["ERP-2j", "PERS-2e", "RUN-7a"],
  "several processes meet, and are killed": ["FIND-2i", "LIM-2e"],
  "real time passes": ["RUN-5b", "RUN-5f", "SEC-2f"],
  "other programs are needed: curl, promtool, a TypeScript client": ["DOC-2", "OPS-2", "OPS-2a"],
  "thousands of calls, all answers of all calls, or a reading of everything": ["MSG-4p"],
  "pushes are sent round after round": ["PUSH-2d", "PUSH-6a", "PUSH-6c", "PUSH-6e", "PUSH-7a", "PUSH-7b"],
  "rooms and dialogs are laid out, and touched by a thumb": ["A11Y-3", "LIST-7a"],
  "a browser's own worker and tabs": ["NOTE-5a", "PUSH-9b", "PUSH-9c", "PUSH-10b"],
  "only a browser lays out: what lies on what, takes a press, is large enough or scrolls": [
    ...["CONN-5b", "LOOK-1", "LOOK-1b", "LOOK-1c", "LOOK-2", "LOOK-3", "LOOK-4"],
    ...["LOOK-25", "ROOM-15e", "RUN-9i", "MSG-9e", "SEE-4b", "SEE-4c"],
    ...["SEE-4d", "SEE-6", "TOAST-2", "WEB-8a"],
  ],
  "the built page is loaded, file by file": ["PERF-1e", "PERF-1f", "PERF-1i", "PERF-1j"],
  "a second factor is moved, renewed and lost on its way": ["ACC-5"],
  "a browser draws it: sizes, letters, and where a long list stands": [...["MSG-11", "OFF-5e", "SCROLL-2"]],
  "a browser does it by itself: its own menu, what a thumb selects, the styles it matches": [...["ACT-5d", "PERF-12a"]],
  "a worker, an installed app or a file on the device": ["ATT-2b", "SW-1", "SW-1i", "SW-1j", "SW-1r"],
  "the page of the API is drawn whole": ["DOC-4"],
  "frames of hosts: focus, storage, garbage and the order of persons": [
    ...["EMB-3h", "EMB-3i", "EMB-4f", "EMB-5", "EMB-5a", "EMB-5c", "EMB-5e", "EMB-5f", "EMB-8"],
  ],
  "other engines are started": ["WEB-8"],
  "files of many kinds are made, dropped and torn on their way": ["ATT-1", "ATT-1a", "ATT-6c", "ATT-7a", "ATT-7d"],
  "a release, proxies and the image are built and started": [
    ...["OPS-3", "OPS-3a", "OPS-3b", "OPS-4", "OPS-4a", "OPS-4b", "OPS-4c", "OPS-4d", "OPS-4e"],
  ],
  "memory fills, or a connection stands still for seconds": ["MSG-3o", "SEC-5c"],
};
