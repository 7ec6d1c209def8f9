/** RUN-2e: rules that only the full run proves, by reason. @type {Readonly<Record<string, readonly string[]>>} */
export const FULL_ONLY_RULES = {
  "whole servers start, stop and are refused": [
    ...["OPS-1", "PERF-20", "PERF-20a", "PUSH-5", "PUSH-8a", "RUN-3a", "RUN-4b", "RUN-5b", "RUN-5e"],
    ...["RUN-8c", "RUN-9d", "SEC-1"],
  ],
  "backups are made and restored, one after the other": [...["KEEP-2b", "KEEP-2d", "KEEP-6", "KEEP-6a", "KEEP-8"]],
  "commands run beside a whole server": ["ERP-2j", "PERS-2e"],
  "several processes meet, and are killed": ["LIM-2e"],
  "real time passes": ["MSG-3o", "SEC-2f"],
  "other programs are needed: curl, Dovecot, PgBouncer, promtool, a TypeScript client": [
    ...["DOC-2", "INMAIL-9", "OPS-2", "OPS-4d", "RUN-3d"],
  ],
  "pushes are sent round after round": ["PUSH-7a", "PUSH-7b"],
  "rooms and dialogs are laid out, and touched by a thumb": ["A11Y-3", "LIST-4b", "LIST-7a", "LIST-10a", "LIST-10b"],
  "a browser's own worker and tabs": ["NOTE-5a", "PUSH-9b"],
  "only a browser lays out: what lies on what, takes a press, is large enough or scrolls": [
    ...["CONN-5", "CONN-5b", "LIST-7d", "LOOK-1", "LOOK-1b", "LOOK-1c", "LOOK-2", "LOOK-3", "LOOK-4", "LOOK-6"],
    ...["LOOK-6a", "LOOK-25", "LOOK-26", "LOOK-27", "MSG-9e", "SEE-4c", "SEE-6", "TOAST-2"],
    ...["WEB-8a"],
  ],
  "the built page is loaded, file by file": ["PERF-1f", "PERF-1i"],
  "a second factor is moved, renewed and lost on its way": ["ACC-5", "SIGN-6g"],
  "a browser draws it: sizes, letters, and where a long list stands": [...["MSG-11", "OFF-5e", "SCROLL-2"]],
  "a browser does it by itself: its own menu, what a thumb selects, the styles it matches": [...["ACT-5d", "PERF-12a"]],
  "a worker, an installed app or a file on the device": ["SW-1", "SW-1i", "SW-1j", "SW-1r"],
  "frames of hosts: focus, storage, garbage and the order of persons": ["EMB-5", "EMB-5c", "EMB-5f", "EMB-8"],
  "other engines are started": ["WEB-8"],
  "files of many kinds are made, dropped and torn on their way": ["ATT-1", "ATT-1a", "ATT-7a", "ATT-7d"],
  "a release, proxies and containers are built and started": ["OPS-3a", "OPS-3c", "OPS-3d", "OPS-4", "OPS-4f", "OPS-9"],
  "memory fills, or a connection stands still for seconds": ["SEC-5c"],
};
