/** RUN-2e: rules that only the full run proves, by the reason why the gate does not. @type {Readonly<Record<string, readonly string[]>>} */
export const FULL_ONLY_RULES = {
  "whole servers start, stop and are refused": [
    ...["OPS-1", "PERF-20", "PERF-20a", "PUSH-8a"],
    ...["RUN-5b", "RUN-5e", "RUN-8c", "SEC-1"],
  ],
  "backups are made and restored, one after the other": [...["KEEP-1c"]],
  "commands run beside a whole server": ["ERP-2j", "PERS-2e"],
  "several processes meet, and are killed": ["FIND-2i", "LIM-2e"],
  "real time passes": ["MSG-3o", "SEC-2f"],
  "other programs are needed: curl, promtool, a TypeScript client": ["DOC-2", "OPS-4d"],
  "rooms and dialogs are laid out, and touched by a thumb": ["A11Y-3", "LIST-7a", "LIST-10a"],
  "a browser's own worker and tabs": ["NOTE-5a", "PUSH-9b"],
  "only a browser lays out: what lies on what, takes a press, is large enough or scrolls": [
    ...["CONN-5b", "LOOK-1", "LOOK-1b", "LOOK-1c", "LOOK-2", "LOOK-3", "LOOK-4"],
    ...["LOOK-25", "MSG-9e"],
    ...["SEE-6", "TOAST-2", "WEB-8a"],
  ],
  "the built page is loaded, file by file": ["PERF-1f", "PERF-1i"],
  "a second factor is moved, renewed and lost on its way": ["ACC-5"],
  "a browser draws it: sizes, letters, and where a long list stands": [...["MSG-11", "OFF-5e", "SCROLL-2"]],
  "a browser does it by itself: its own menu, what a thumb selects, the styles it matches": [...["ACT-5d", "PERF-12a"]],
  "a worker, an installed app or a file on the device": ["SW-1", "SW-1i", "SW-1j", "SW-1r"],
  "the page of the API is drawn whole": ["DOC-4"],
  "frames of hosts: focus, storage, garbage and the order of persons": [...["EMB-5", "EMB-8"]],
  "other engines are started": ["WEB-8"],
  "a release, proxies and the image are built and started": [...["OPS-3a", "OPS-4"]],
  "memory fills, or a connection stands still for seconds": ["SEC-5c"],
};
