import type { AuditStore } from "../audit/store.ts";
import type { CommandPorts, DemoCommands, Opened } from "../command-line/command.ts";
import type { AskedImport, ImportEnd } from "../offers-import/import-offers.ts";
import type { AccountStore, NewAccount } from "../participants/account-store.ts";
import type { ProgramTokenStore } from "../sign-in/program-tokens.ts";

/** Ports that operate on a list in memory; `isOpened` reports whether a command opened the database. */
export function portsWith(changes: Partial<CommandPorts> = {}): CommandPorts & {
  added: NewAccount[];
  disabled: number[];
  roles: string[];
  erased: number[];
  isOpened: () => boolean;
} {
  const added: NewAccount[] = [];
  const disabled: number[] = [];
  const roles: string[] = [];
  const erased: number[] = [];
  let isOpened = false;
  const accounts: AccountStore = {
    add: (account) => Promise.resolve(added.push(account)),
    addAll: (accounts, prepared) => {
      const taken = accounts.map(({ username }) => username).filter((username) => username === "luat");
      if (taken.length === 0) prepared();
      return Promise.resolve({ taken });
    },
    list: () => Promise.resolve([]),
    listPage: () => Promise.resolve({ accounts: [], total: 0 }),
    find: () => Promise.resolve(null),
    endSignIns: (whom) => Promise.resolve(whom === "dana"),
    removeSecondFactor: (whom) => Promise.resolve(whom === "dana"),
    enable: (username) => Promise.resolve(username === "dana"),
    rename: (username, { username: other }) =>
      Promise.resolve(username !== "dana" ? "unknown" : other === "luat" ? "taken" : "renamed"),
    setMail: (username) => Promise.resolve(username === "dana"),
    invite: (username) => Promise.resolve(username === "dana"),
    disable: () => Promise.resolve(false),
    disableAll: (ids) => Promise.resolve(void disabled.push(...ids)),
    findId: (username) => Promise.resolve(username === "dana" ? 1 : null),
    findKind: (username) => Promise.resolve(username === "dana" ? "erp" : null),
    changeRole: (username, role) => Promise.resolve(roles.push(`${username} ${role}`) > 0),
    changePassword: (username) => Promise.resolve(username === "dana"),
  };
  const programTokens: ProgramTokenStore = {
    add: ({ username }) => Promise.resolve(username === "dana" ? 7 : null),
    list: () => Promise.resolve([]),
    listMadeBy: () => Promise.resolve([]),
    revoke: (id) => Promise.resolve(id === 7),
  };
  const audit: AuditStore = {
    addAll: () => Promise.resolve(),
    list: () => Promise.resolve([]),
    listBefore: () => Promise.resolve([]),
    count: () => Promise.resolve(0),
    removeBefore: () => Promise.resolve(false),
  };
  const personalData: Opened["personalData"] = {
    find: (username) => Promise.resolve(username === "dana" ? { id: 7, username } : null),
    export: () => Promise.resolve({ rows: 12, files: 2, lost: 0 }),
    erase: (id) => Promise.resolve(void erased.push(id)),
  };
  const demo: DemoCommands = {
    fill: () => Promise.resolve({ kind: "filled", passwordsFile: "/data/demo-passwords" }),
    enabledAccounts: () =>
      Promise.resolve([
        { id: 1, username: "ana" },
        { id: 6, username: "admin" },
      ]),
  };
  const nothingMoved = { moved: 0, bytes: 0, damaged: [], unpublished: 0, uploads: 0 };
  const rebuildSearch = (): Promise<number> => Promise.resolve(12);
  const importOffers = async ({ read }: AskedImport): Promise<ImportEnd | null> => {
    for await (const entry of read()) if (entry.kind === "bad") return null;
    return { kind: "imported", made: 0, stored: 0, same: 0 };
  };
  const moveFiles = (url: string) => Promise.resolve(url === "ftp:x" ? null : { ...nothingMoved, url });
  return {
    added,
    disabled,
    roles,
    erased,
    isOpened: () => isOpened,
    open: () => {
      isOpened = true;
      return Promise.resolve({
        accounts,
        programTokens,
        audit,
        personalData,
        demo,
        moveFiles,
        rebuildSearch,
        importOffers,
        backUpDaily: () => Promise.reject(new Error("no backups")),
        backUp: () => Promise.reject(new Error("no backup")),
        migrated: ["0001-settings"],
      });
    },
    restore: () => Promise.reject(new Error("no backup")),
    verify: () => Promise.reject(new Error("no backup")),
    upgradeDatabase: () => Promise.reject(new Error("no database")),
    setUp: () => Promise.reject(new Error("no setup")),
    hashPassword: (password) => Promise.resolve(`hash of ${password}`),
    makePassword: () => "o-parola-facuta",
    writeSecret: () => undefined,
    pageUrl: "https://chat.example.ro/",
    now: () => 0,
    askPassword: null,
    askLine: null,
    readStdin: () => Promise.resolve("parola-lunga\n"),
    say: () => undefined,
    isProduction: false,
    ...changes,
  };
}
