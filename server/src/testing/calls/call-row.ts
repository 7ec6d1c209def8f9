import type { EndpointName } from "@cuplaj/protocol/endpoints.ts";
import { systemClock } from "../../kernel/clock.ts";
import { createAccountStore } from "../../participants/account-store.pg.ts";
import { hashToken, makeToken } from "../../sign-in/token.ts";
import type { Subjects } from "../access/stage.ts";
import { beginUpload, type CallWorld, type Given } from "../api-document/call-world.ts";
import { type People, password, type Person } from "../people.ts";

/** A request on what a stage has, and what each of the `columns` of `access/stage.ts` is answered (PERM-1). */
export interface Asked extends Omit<Given, "path"> {
  readonly statuses: string;
}

/** A further call, and what it is answered. */
interface Also extends Given {
  readonly status: number;
  readonly code?: string;
  readonly as?: keyof People | null;
  /** What comes before it. */
  readonly before?: () => Promise<unknown>;
}

/** A call in tests: who may make it, and how the document's example of it is made real: by whom, and with what in place of its ids. */
export interface CallRow {
  readonly access: Asked | readonly Asked[] | ((subjects: Subjects) => Asked | readonly Asked[]);
  /** Ana without it. */
  readonly as?: keyof People;
  /** What makes it good; made anew each time. */
  readonly given?: (world: CallWorld, person: Person) => Given | Promise<Given>;
  /** The same with something that the caller may not know of, where it does not stand in the path. */
  readonly foreign?: (world: CallWorld) => Given;
  /** Its callers may know of everything: only what is absent is 404. */
  readonly isOfAll?: true;
  /** Its other answers, in this order. */
  readonly also?: (world: CallWorld, person: Person) => readonly Also[] | Promise<readonly Also[]>;
}

/** Rows of some calls, by their names. */
export type CallRows = Readonly<Partial<Record<EndpointName, CallRow>>>;

export const everybody = (status: number): string => Array(11).fill(status).join(" ");
export const signedIn = (status: number): string => `401 ${Array(10).fill(status).join(" ")}`;
export const withRoles = (status: number): string => `401 ${Array(7).fill(status).join(" ")} 403 403 ${status}`;
export const readers = "401 200 404 200 200 404 200 200 404 404 200";
export const members = (status: number): string => `401 ${status} 404 403 ${status} 404 ${status} 403 404 404 403`;

export const inRoom = ({ room }: CallWorld): Given => ({ params: { roomId: room } });
export const ofMessage = ({ room, message }: CallWorld): Given => ({ params: { roomId: room, messageId: message } });
export const freshMessage = async ({ room, say }: CallWorld): Promise<Given> => ({
  params: { roomId: room, messageId: await say() },
});
export const ofFile = ({ room, fileMessage }: CallWorld): Given => ({
  params: { roomId: room, messageId: fileMessage },
});
/** What visitors may not do: the administrator sees the room without being in it. */
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

/** The token of an invitation of somebody. */
export async function newInvitation({ api }: CallWorld, username: string): Promise<string> {
  const token = makeToken();
  const invitation = { hash: hashToken(token), expiresAt: systemClock.now() + 60_000 };
  await createAccountStore(api.pool).invite(username, invitation);
  return token;
}
