import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import { systemClock } from "../../kernel/clock.ts";
import { createAccountStore } from "../../participants/account-store.pg.ts";
import { hashToken, makeToken } from "../../sign-in/token.ts";
import { columns, type Subjects } from "../access/stage.ts";
import { beginUpload, type CallWorld, type Given } from "../api-document/call-world.ts";
import { type People, password, type Person } from "../people.ts";

/** A request in the access tests. */
export interface Asked extends Omit<Given, "path"> {
  /** PERM-1: the expected status of each of the `columns` of `access/stage.ts`, in their order. */
  readonly statuses: string;
}

interface Also extends Given {
  readonly status: number;
  readonly code?: string;
  readonly as?: keyof People | null;
  readonly before?: () => Promise<unknown>;
}

/** A call in tests: who may make it, and how to turn its documented example into a real request. */
export interface CallRow {
  readonly access: Asked | readonly Asked[] | ((subjects: Subjects) => Asked | readonly Asked[]);
  /** The person who sends the example; defaults to Ana. */
  readonly as?: keyof People;
  /** Prepares the example so that it succeeds; called each time. */
  readonly given?: (world: CallWorld, person: Person) => Given | Promise<Given>;
  /** Names something that is hidden from the caller, unless the path already does. */
  readonly foreign?: (world: CallWorld) => Given;
  /** Set if callers may see everything, so that only missing things cause 404. */
  readonly isOfAll?: true;
  readonly also?: (world: CallWorld, person: Person) => readonly Also[] | Promise<readonly Also[]>;
}

export type CallRows = Readonly<Partial<Record<EndpointName, CallRow>>>;

type Column = (typeof columns)[number];

const statusesOf = (usual: number, others: Readonly<Partial<Record<Column, number>>> = {}): string =>
  columns.map((column) => others[column] ?? usual).join(" ");

export const everybody = (status: number): string => statusesOf(status);
export const signedIn = (status: number): string => statusesOf(status, { nobody: 401 });
export const withRoles = (status: number): string => statusesOf(status, { nobody: 401, noRoles: 403, lostRole: 403 });
const strangers = { nobody: 401, customer: 404, agent: 404, noRoles: 404, lostRole: 404 };
export const readers = statusesOf(200, strangers);
export const members = (status: number): string =>
  statusesOf(status, { ...strangers, operator: 403, admin: 403, program: 403 });

export const inRoom = ({ room }: CallWorld): Given => ({ params: { roomId: room } });
export const ofMessage = ({ room, message }: CallWorld): Given => ({ params: { roomId: room, messageId: message } });
export const freshMessage = async ({ room, say }: CallWorld): Promise<Given> => ({
  params: { roomId: room, messageId: await say() },
});
export const ofFile = ({ room, fileMessage }: CallWorld): Given => ({
  params: { roomId: room, messageId: fileMessage },
});
/** A request that visitors may not make: the administrator sees the room without being a member. */
export const asVisitor = (given: Given): Also => ({ ...given, as: "admin", status: 403, code: "forbidden" });

export async function newToken({ api }: CallWorld, person: Person): Promise<Person> {
  const path = person.kind === "erp" ? "/api/v1/erp/login" : "/api/v1/login";
  const { body } = await api.call(null, "POST", path, { username: person.username, password });
  return { ...person, token: body.token };
}

export async function newUpload({ api }: CallWorld, person: Person): Promise<string> {
  const { headers } = await api.call(person, "POST", "/api/v1/uploads", undefined, beginUpload);
  return String(headers["location"]).split("/").at(-1) ?? "";
}

export async function newInvitation({ api }: CallWorld, username: string): Promise<string> {
  const token = makeToken();
  const invitation = { hash: hashToken(token), expiresAt: systemClock.now() + 60_000 };
  await createAccountStore(api.pool).invite(username, invitation);
  return token;
}
