/** RUN-2e: rules that only the full run proves, by the reason why the gate does not. @type {Readonly<Record<string, readonly string[]>>} */
export const FULL_ONLY_RULES = {
  "whole servers start, stop and are refused": [
    ...["EMB-1d", "OPS-1", "PERF-20", "PERF-20a", "PERF-20b", "PUSH-8a", "RUN-3a", "RUN-4b"],
    ...["RUN-4c", "RUN-5a", "RUN-5e", "RUN-6f", "RUN-8", "RUN-8c", "RUN-9d", "SEC-1", "SEC-1b", "SEC-1d"],
  ],
  "backups are made and restored, one after the other": [
    ...["KEEP-1a", "KEEP-1b", "KEEP-1c", "KEEP-2b", "KEEP-2d", "KEEP-2e", "KEEP-4b"],
  ],
  "commands run beside a whole server": ["ERP-2j", "FIND-2j", "PERS-2e", "RUN-7a"],
  "several processes meet, and are killed": ["FIND-2i", "LIM-2d", "LIM-2e"],
  "real time passes": ["FIND-2h", "RUN-5b", "RUN-5f", "SEC-2f"],
  "other programs are needed: curl, promtool, a TypeScript client": ["DOC-2", "DOC-3", "OPS-2", "OPS-2a"],
  "thousands of calls, all answers of all calls, or a reading of everything": ["DOC-1b", "FIND-1m", "LIM-1d"],
  "rooms and dialogs are laid out, and touched by a thumb": [
    "A11Y-3",
    "LIST-1d",
    "LIST-4b",
    "LIST-7a",
    "LIST-10a",
    "LIST-10b",
    "ORDER-5a",
  ],
  "a browser's own worker and tabs": ["NOTE-5a", "PUSH-9b"],
  "only a browser lays out: what lies on what, takes a press, is large enough or scrolls": [
    ...["CONN-5", "CONN-5b", "LOOK-1", "LOOK-1a", "LOOK-1b", "LOOK-1c", "LOOK-2", "LOOK-2a", "LOOK-3", "LOOK-4"],
    ...["LOOK-6", "LOOK-6a", "LOOK-24", "LOOK-25", "LOOK-26", "LOOK-27", "LIST-7d", "RUN-9i", "MSG-9e", "SCROLL-3"],
    ...["SEE-6", "TOAST-2", "WEB-8a", "WEB-8b"],
  ],
  "the built page is loaded, file by file": ["PERF-1e", "PERF-1f", "PERF-1i", "PERF-1j"],
  "a second factor is moved, renewed and lost on its way": ["ACC-5", "SIGN-6e", "SIGN-6f", "SIGN-6g"],
  "a browser draws it: sizes, letters, and where a long list stands": [
    ...["MSG-11", "OFF-5e", "OLDER-4", "READ-3b", "SCROLL-2", "SCROLL-2a"],
  ],
  "a browser does it by itself: its own menu, what a thumb selects, the styles it matches": [
    ...["ACT-5c", "ACT-5d", "PERF-12a"],
  ],
  "a worker, an installed app or a file on the device": ["SW-1", "SW-1a", "SW-1i", "SW-1j", "SW-1l", "SW-1r"],
  "the administration's screens are laid out and looked through": ["ADM-7d", "ADM-7e", "ADM-7f"],
  "the page of the API is drawn whole": ["DOC-4", "DOC-4a"],
  "frames of hosts: focus, storage, garbage and the order of persons": [
    ...["EMB-3h", "EMB-3i", "EMB-4f", "EMB-5", "EMB-5a", "EMB-5c", "EMB-5e", "EMB-5f", "EMB-8"],
  ],
  "other engines are started": ["WEB-8"],
  "a release, proxies and the image are built and started": [
    ...["OPS-3", "OPS-3a", "OPS-3b", "OPS-4", "OPS-4a", "OPS-4b", "OPS-4c", "OPS-4d", "OPS-4e"],
  ],
  "memory fills, or a connection stands still for seconds": ["LIM-2f", "SEC-5c"],
};
